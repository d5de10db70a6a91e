import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../kit/browser.ts';
import type { TestServer } from '../kit/listen.ts';
import { servePage } from '../kit/page-server.ts';
import { startPatiently } from '../kit/start-for-suite.ts';
import type { Standalone } from '../kit/standalone.ts';
import { createVisitor } from '../kit/visitor.ts';

const permit = '{"permission":{"CS-OM":true}}';

/** A browser that is known to Kith on this machine, which is where it keeps a Secure cookie without encryption. */
describe('a page of another site in a real browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let standalone: Standalone;
  let foreign: TestServer;
  let own: string;

  const endings = useEndings();
  beforeAll(async () => {
    standalone = await startPatiently(endings);
    foreign = await servePage(() => '<!doctype html><title>Foreign</title><body></body>');
    endings.push(() => foreign.close());
    browser = await openBrowser();
    endings.push(() => browser.close());
  });

  /** A customer's browser, open at the foreign page. */
  const lure = async (): Promise<Page> => {
    context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${standalone.url}/op/web/info?out=json&customerId=c-${crypto.randomUUID()}`);
    own = await cookie();
    expect(own).not.toBe('');
    await page.goto(`http://evil.example:${foreign.port}/`);
    return page;
  };

  const cookie = async (): Promise<string> =>
    (await context.cookies(standalone.url)).find(({ name }) => name === 'umdid')?.value ?? '';

  /** What Kith has of the browser's device, asked as a program that has its cookie. */
  const seen = () => createVisitor(standalone.url, { umdid: own }).info('&permissions&identifiers');

  const run = <Result>(page: Page, script: string): Promise<Result> => page.evaluate<Result>(script);
  const info = (query: string): string => `${standalone.url}/op/web/info?${query}`;

  const expectUntouched = async (): Promise<void> => {
    expect(await cookie()).toBe(own);
    expect(await seen()).toMatchObject({ state: 1, permissions: {} });
  };

  test.each([
    '',
    'script.crossOrigin = "use-credentials";',
    'script.referrerPolicy = "no-referrer";',
    'script.type = "module";',
  ])('reads nothing with a script tag (%s)', async (prepare) => {
    const page = await lure();
    const read = await run(
      page,
      `new Promise((resolve) => {
          const script = document.createElement('script');
          ${prepare}
          script.onload = script.onerror = () => resolve(typeof fcData === 'undefined' ? null : fcData);
          script.src = '${info('identifiers')}';
          document.body.append(script);
        })`,
    );
    expect(read).toBeNull();
    await expectUntouched();
  });

  test.each([
    "{ credentials: 'include' }",
    "{ credentials: 'include', referrerPolicy: 'no-referrer' }",
    `{ credentials: 'include', method: 'POST', headers: { 'content-type': 'application/json' }, body: '${permit}' }`,
    `{ credentials: 'include', method: 'POST', body: '${permit}' }`,
  ])('reads nothing and changes nothing with fetch %s', async (options) => {
    const page = await lure();
    const read = await run(
      page,
      `fetch('${info('out=json&identifiers')}', ${options}).then((r) => r.text(), () => null)`,
    );
    expect(read).toBeNull();
    await expectUntouched();
  });

  test.each([
    [
      'a request without CORS',
      `fetch(url, { mode: 'no-cors', credentials: 'include', method: 'POST', body })`,
    ],
    ['a beacon', 'navigator.sendBeacon(url, body)'],
    [
      'an image',
      `new Promise((done) => { const image = new Image(); image.onerror = done; image.src = url; })`,
    ],
    [
      'a form in a frame',
      `new Promise((done) => {
        document.body.innerHTML =
          '<iframe name="frame"></iframe><form target="frame" method="post" enctype="text/plain"><input></form>';
        const [form] = document.forms;
        form.action = url;
        form.elements[0].name = '{"permission":{"CS-OM":true},"data":[{"x":"';
        form.elements[0].value = '"}]}';
        frames[0].frameElement.onload = done;
        form.submit();
      })`,
    ],
  ])('changes nothing with %s', async (_, script) => {
    const page = await lure();
    const answered = page
      .waitForEvent('requestfinished', ({ url }) => url().startsWith(standalone.url))
      .catch(() => null);
    const failed = page
      .waitForEvent('requestfailed', ({ url }) => url().startsWith(standalone.url))
      .catch(() => null);
    await run(
      page,
      `(() => { const url = '${info('customerId=c-planted')}'; const body = '${permit}'; return ${script}; })()`,
    );
    await Promise.race([answered, failed]);
    await expectUntouched();
  });

  test.each(['', 'noreferrer'])(
    'plants no device with a link (rel="%s"), whether it is followed or typed',
    async (rel) => {
      const attacker = createVisitor(standalone.url);
      await attacker.info('&customerId=c-attacker');
      const page = await lure();
      const planted = info(`out=json&umdid=${encodeURIComponent(attacker.cookie('umdid') ?? '')}`);
      await run(page, `document.body.innerHTML = '<a rel="${rel}" href="${planted}">Offer</a>'`);
      const [followed] = await Promise.all([
        page.waitForEvent('response', (response) => response.url() === planted),
        page.click('a'),
      ]);
      expect(followed.status()).toBe(403);
      await expectUntouched();
      expect((await page.goto(planted))?.status()).toBe(200);
      await expectUntouched();
    },
  );
});
