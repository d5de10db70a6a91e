import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { keepPicture, openBrowser } from '../kit/browser.ts';
import { startStandalone, type Standalone } from '../kit/standalone.ts';

type Found = { readonly violations: readonly object[] };

const wide: BrowserContextOptions = { viewport: { width: 1280, height: 920 } };
const ways: readonly (readonly [string, BrowserContextOptions, string])[] = [
  ['in the light', { ...wide, colorScheme: 'light' }, 'demo'],
  ['in the dark', { ...wide, colorScheme: 'dark' }, 'demo-dark'],
  ['on a phone', { viewport: { width: 390, height: 800 } }, 'demo-phone'],
];

describe('the demo page in a real browser', () => {
  let browser: Browser;
  let standalone: Standalone;
  let axe: string;

  beforeAll(async () => {
    standalone = await startStandalone();
    browser = await openBrowser();
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  }, 90_000);
  afterAll(async () => {
    await browser.close();
    await standalone.stop();
  }, 60_000);

  const open = async (options: BrowserContextOptions) => {
    const page = await (await browser.newContext(options)).newPage();
    page.setDefaultTimeout(15_000);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${standalone.url}/demo`);
    await page.waitForSelector('#consent:visible');
    return { page, complaints };
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
  const faultsOf = async (page: Page): Promise<readonly object[]> => {
    await page.evaluate(axe);
    const overflow = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
    const { violations } = await page.evaluate<Found>('axe.run()');
    return [...violations, ...(overflow ? [{ id: 'it is wider than the screen' }] : [])];
  };

  test('shop, consent, login and logout go to Kith, and the page shows profile and rule', async () => {
    const { page, complaints } = await open(wide);
    await shown(page, 'state', 'visitor (0)');
    await press(page, 'Accept all');
    await shown(page, 'CS-OPT', 'granted');
    await sent(page, 'Consent: CS-OPT yes').getByText('stay').waitFor();

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
    await page.waitForSelector('#consent:visible');
    await press(page, 'Decline all');
    await shown(page, 'CS-OPT', 'refused');
    await press(page, 'Log in');
    await logIn(page, 'Ada');
    await shown(page, 'customerId', 'c-1001');
    const login = sent(page, 'Login: customerId c-1001');
    await login.getByText('mergeVisitor').waitFor();
    await login.getByText(/… is merged into/).waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test('cart and checkout work by the keyboard alone', async () => {
    const { page } = await open(wide);
    await page.getByRole('link', { name: 'Lemon Verbena' }).press('Enter');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Lemon Verbena');
    await page.getByRole('button', { name: 'Add to cart' }).press('Enter');
    await page.getByRole('link', { name: 'Cart 1' }).press('Enter');
    await page.getByRole('button', { name: 'One Lemon Verbena more' }).press('Enter');
    expect(await page.locator('.total').innerText()).toBe('Together € 17.80');
    await page.getByRole('link', { name: 'Checkout' }).press('Enter');
    await page.getByRole('button', { name: 'Place the order' }).press('Enter');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Thank you');
    await sent(page, 'Action: order placed').waitFor();
  }, 60_000);

  test.each(ways)(
    'everybody can use it %s',
    async (_way, options, picture) => {
      const { page } = await open(options);
      expect(await faultsOf(page)).toEqual([]);
      await press(page, 'Accept all');
      await page.getByRole('link', { name: 'Earl of Fernhill' }).click();
      await press(page, 'Add to cart');
      await press(page, 'Log in');
      expect(await faultsOf(page)).toEqual([]);
      await logIn(page, 'Ada');
      await shown(page, 'lastPage', 'Earl of Fernhill');
      await sent(page, 'Login: customerId c-1001').locator('.row').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await keepPicture(page, picture);
    },
    60_000,
  );
});

describe('where the demo page is not wanted', () => {
  let standalone: Standalone;
  beforeAll(async () => {
    standalone = await startStandalone({ env: { DEMO: 'off' } });
  }, 90_000);
  afterAll(() => standalone.stop(), 60_000);

  test('it is neither there nor mentioned', async () => {
    expect((await fetch(`${standalone.url}/demo`)).status).toBe(404);
    expect(standalone.printed()).not.toContain('/demo');
  });
});
