import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { keepPicture, openBrowser } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';
import { pageFaults } from '../kit/page-faults.ts';
import { startPatiently } from '../kit/start-for-suite.ts';
import { startStandalone, type Standalone } from '../kit/standalone.ts';

const wide: BrowserContextOptions = { viewport: { width: 1280, height: 920 } };
/** The last is the name of the picture for the documentation, where there is one. */
const ways: readonly (readonly [string, BrowserContextOptions, string | null])[] = [
  ['in the light', { ...wide, colorScheme: 'light' }, 'demo'],
  ['in the dark', { ...wide, colorScheme: 'dark' }, 'demo-dark'],
  ['on a phone', { viewport: { width: 390, height: 800 } }, 'demo-phone'],
  ['on a small phone', { viewport: { width: 320, height: 640 } }, null],
];

describe('the demo page in a real browser', () => {
  let browser: Browser;
  let standalone: Standalone;

  const endings = useEndings();
  beforeAll(async () => {
    standalone = await startPatiently(endings);
    browser = await openBrowser();
    endings.push(() => browser.close());
  });

  const open = async (options: BrowserContextOptions, script?: string) => {
    const page = await (await browser.newContext(options)).newPage();
    if (script !== undefined) await page.addInitScript(script);
    page.setDefaultTimeout(50_000);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') requests.push(request.postData() ?? '');
    });
    await page.goto(`${standalone.url}/demo`);
    await page.waitForSelector('#consent:visible');
    return { page, complaints, requests };
  };
  const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();
  /** What was sent last of its kind. */
  const sent = (page: Page, title: string) => page.locator('#timeline > li', { hasText: title }).first();
  const shown = (page: Page, name: string, value: string): Promise<unknown> =>
    page.waitForSelector(`#profile dt:text-is("${name}") + dd:has-text("${value}")`);
  const logIn = async (page: Page, person: string): Promise<void> => {
    await page.getByRole('radio', { name: person }).check();
    await page.locator('#login button[type=submit]').click();
  };
  /** What a link leads to is shown a moment after it was followed. */
  const hasFocus = (page: Page, text: string): Promise<unknown> =>
    eventually(
      () => page.evaluate<string | null>('document.activeElement.textContent'),
      (focused) => focused === text,
    );

  test('shop, consent, login and logout go to Kith, and the page shows profile and rule', async () => {
    const { page, complaints } = await open(wide);
    await page.getByText('sends nothing before it').waitFor();
    await press(page, 'Accept all');
    await shown(page, 'state', 'visitor (0)');
    await shown(page, 'CS-OPT', 'granted');
    await sent(page, 'Consent: CS-OPT yes').locator('.row').waitFor();

    await page.getByRole('link', { name: 'Spring Sencha' }).click();
    await press(page, 'Add to cart');
    await shown(page, 'lastPage', 'Spring Sencha');
    await shown(page, 'topCategory', 'Green');
    await page.goBack();
    await page.getByRole('heading', { name: 'Our teas' }).waitFor();

    await press(page, 'Log in');
    await logIn(page, 'Ada');
    await shown(page, 'customerId', 'c-1001');
    await shown(page, 'state', 'customer (1)');
    await sent(page, 'Login: customerId c-1001').getByText('becomes a customer').waitFor();

    await press(page, 'Hello, Ada');
    await logIn(page, 'Ben');
    await shown(page, 'customerId', 'c-1002');
    await sent(page, 'Login: customerId c-1002').getByText('switchToNew').waitFor();

    await press(page, 'Log out');
    await shown(page, 'state', 'visitor (0)');
    await sent(page, 'Logout: a fresh device').waitFor();
    expect(await page.locator('#latest').textContent()).toContain('Logout');
    await press(page, 'Accept all');
    await shown(page, 'CS-OPT', 'granted');
    await press(page, 'Log in');
    await logIn(page, 'Ada');
    await shown(page, 'customerId', 'c-1001');
    const login = sent(page, 'Login: customerId c-1001');
    await login.getByText('mergeVisitor').waitFor();
    await login.getByText(/… is merged into/).waitFor();
    expect(complaints).toEqual([]);
  });

  test('who declines is not tracked, is told so, and can allow it later', async () => {
    const { page, requests } = await open(wide);
    await page.getByRole('link', { name: 'Spring Sencha' }).click();
    expect(requests).toEqual([]);
    await press(page, 'Decline all');
    await shown(page, 'CS-OPT', 'refused');
    await page.getByText('you have declined CS-OPT').waitFor();
    await press(page, 'Add to cart');
    await press(page, 'Log in');
    await logIn(page, 'Ada');
    await page.getByText('Kith is not told').waitFor();
    await page.reload();
    await page.getByText('you have declined CS-OPT').waitFor();
    await page.getByRole('link', { name: 'Cart 1' }).click();
    await page.getByRole('button', { name: 'Hello, Ada' }).waitFor();
    await press(page, 'Privacy choices');
    await press(page, 'Accept all');
    await shown(page, 'customerId', 'c-1001');
    // One request goes after the other: nothing came between the two choices, and nothing of before comes later.
    const consent = (granted: boolean) =>
      expect.objectContaining({
        permission: { 'CS-OPT': granted, 'CS-NBA': granted, 'CS-OM': granted },
        notification: [expect.objectContaining({ name: 'MAIN_CS' })],
      }) as unknown;
    expect(requests.slice(0, 2).map((body) => JSON.parse(body) as unknown)).toEqual([
      consent(false),
      consent(true),
    ]);
    // The cart's page may be told of by now: it is in sight, and may be measured again.
    expect(requests.filter((body) => body.includes('"action"'))).toEqual([]);
  });

  test('a browser that forbids tracking is told that it does, and is asked all the same', async () => {
    const forbid = "Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })";
    const { page, requests } = await open(wide, forbid);
    await page.getByText('Your browser forbids tracking (Global Privacy Control)').waitFor();
    await press(page, 'Accept all');
    await shown(page, 'CS-OPT', 'granted');
    await page.getByRole('link', { name: 'Spring Sencha' }).click();
    await press(page, 'Add to cart');
    await press(page, 'Log in');
    await logIn(page, 'Ada');
    // What was tracked before the login would have been sent before it.
    await shown(page, 'customerId', 'c-1001');
    expect(requests.filter((body) => body.includes('"data"'))).toEqual([]);
  });

  test('what does not arrive is shown once, as waiting, until it does', async () => {
    const { page } = await open(wide);
    await press(page, 'Accept all');
    await shown(page, 'CS-OPT', 'granted');
    await page.getByRole('link', { name: 'Spring Sencha' }).click();
    await shown(page, 'lastPage', 'Spring Sencha');
    const attempts = { count: 0 };
    page.on('requestfailed', () => (attempts.count += 1));
    await page.context().setOffline(true);
    await press(page, 'Add to cart');
    const action = sent(page, 'Action: cart add');
    await action.getByText('waiting for a connection').waitFor();
    await eventually(
      () => Promise.resolve(attempts.count),
      (count) => count >= 2,
    );
    expect(await page.locator('#timeline > li', { hasText: 'Action: cart add' }).count()).toBe(1);
    await page.context().setOffline(false);
    await action.getByText('waiting for a connection').waitFor({ state: 'detached' });
    expect(await page.locator('#timeline > li', { hasText: 'Action: cart add' }).count()).toBe(1);
    await shown(page, 'topCategory', 'Green');
  });

  test('cart and checkout work by the keyboard alone', async () => {
    const { page } = await open(wide);
    await page.getByRole('button', { name: 'Accept all' }).press('Enter');
    await page.getByRole('link', { name: 'Lemon Verbena' }).press('Enter');
    await hasFocus(page, 'Lemon Verbena');
    await page.getByRole('button', { name: 'Add to cart' }).press('Enter');
    await page.getByRole('link', { name: 'Cart 1' }).press('Enter');
    await page.getByRole('button', { name: 'One Lemon Verbena more' }).press('Enter');
    await page.locator('.total', { hasText: /^Together € 17\.80$/ }).waitFor();
    await page.getByRole('link', { name: 'Checkout' }).press('Enter');
    await page.getByRole('button', { name: 'Place the order' }).press('Enter');
    await hasFocus(page, 'Thank you');
    await sent(page, 'Action: order placed').waitFor();
  });

  test.each(ways)('everybody can use it %s', async (_way, options, picture) => {
    const { page } = await open(options);
    expect(await pageFaults(page)).toEqual([]);
    await press(page, 'Accept all');
    await page.getByRole('link', { name: 'Earl of Fernhill' }).click();
    await press(page, 'Add to cart');
    await press(page, 'Log in');
    expect(await pageFaults(page)).toEqual([]);
    await logIn(page, 'Ada');
    await shown(page, 'lastPage', 'Earl of Fernhill');
    await sent(page, 'Login: customerId c-1001').locator('.row').waitFor();
    expect(await pageFaults(page)).toEqual([]);
    if (picture !== null) await keepPicture(page, picture);
  });
});

describe('where the demo page is not wanted', () => {
  let standalone: Standalone;
  const endings = useEndings();
  beforeAll(async () => {
    standalone = await startStandalone({ env: { DEMO: 'off' } });
    endings.push(() => standalone.stop());
  });

  test('it is neither there nor mentioned', async () => {
    expect((await fetch(`${standalone.url}/demo`)).status).toBe(404);
    expect(standalone.printed()).not.toContain('/demo');
  });
});
