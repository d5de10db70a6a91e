import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storedEvents } from '../tracking/stored-events.ts';
import { SNIPPET } from './shop.ts';
import type { TagStage } from './tag-stage.ts';

const EVIL = 'https://evil.example.com';

/** What is named like something that scripts read stands in front of it, or seems to be it. */
const MARKUP = {
  images: (name: string) => `<img name="${name}" src="${EVIL}/op/strict/tag.js">`,
  forms: (name: string) =>
    `<form name="${name}" id="${name}"><input name="q"><input name="q"><input name="ready"><input name="umid"></form>`,
  anchors: (name: string) => `<a id="${name}" href="${EVIL}"></a><a id="${name}" name="${name}"></a>`,
  embeds: (name: string) => `<embed name="${name}" id="${name}">`,
  objects: (name: string) => `<object name="${name}" id="${name}"></object>`,
};

/** Frames are dear: only the names that pages and browsers give meaning. */
const FRAMES = ['kith', 'fcData', 'dataLayer', 'currentScript', 'title', 'hidden', 'prerendering', 'q'];

/** What the tag may come to read one day, beside every word that stands in it. */
const NAMES = [
  ...['addEventListener', 'dispatchEvent', 'baseURI', 'body', 'cookie', 'createElement', 'defaultView'],
  ...['documentElement', 'domain', 'forms', 'getElementById', 'hasOwnProperty', 'head', 'localStorage'],
  ...[
    'navigator',
    'querySelector',
    'readyState',
    'referrer',
    'scripts',
    'toString',
    'URL',
    'visibilityState',
  ],
];

const pageWith = (before: string, after = ''): string =>
  `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><body>${before}<script defer src="https://id.example.com/op/strict/tag.js"></script>${after}`;

/** What a page does that waits for a permission, once the tag is there. */
const VISIT = `(async () => {
  const by = [];
  addEventListener('kith:sent', ({ detail }) => by.push(detail.by));
  (function () { dataLayer.push(arguments); })('consent', 'update', { analytics_storage: 'granted' });
  dataLayer.push({ event: 'newsletter' });
  void kith('page');
  void kith('track', { name: 'cart' });
  const { umid } = await kith('info');
  void kith('track', { name: 'seen' });
  EventTarget.prototype.dispatchEvent.call(document, new Event('visibilitychange', { bubbles: true }));
  await kith('info');
  return { umid, shown: fcData.umid, by: [...new Set(by)] };
})()`;

/** Opens a page; answers with the hosts that it sends anything to. */
const open = async (page: Page, url: string): Promise<ReadonlySet<string>> => {
  const hosts = new Set<string>();
  page.on('request', (request) => {
    if (request.method() === 'POST') hosts.add(new URL(request.url()).host);
  });
  await page.route(`${EVIL}/**`, (route) => route.abort());
  await page.goto(url, { waitUntil: 'commit' });
  return hosts;
};

const isThere = (page: Page): Promise<unknown> =>
  page.waitForFunction(`Object.getOwnPropertyDescriptor(window, 'kith')?.value.ready`, null, {
    timeout: 120_000,
  });

/** Markup that somebody else has brought into a page. */
export const defineClobbering = (stage: () => TagStage): void => {
  describe('markup that is named like what the tag reads', () => {
    const words = async (): Promise<readonly string[]> => {
      const script = await (await fetch(`${stage().url}/op/strict/tag.js`)).text();
      return [...new Set([...NAMES, ...FRAMES, ...(script.match(/[a-z_]\w+/gi) ?? [])])];
    };

    const visited = async (markup: string): Promise<void> => {
      const page = await (await stage().browser.newContext()).newPage();
      stage().pages.set('/clobbered', pageWith(markup));
      const hosts = await open(page, 'https://www.example.com/clobbered');
      await isThere(page);
      const seen = await page.evaluate<{ umid: string; shown: string; by: string[] }>(VISIT);
      expect(seen.shown).toBe(seen.umid);
      expect(seen.by).toEqual(['fetch']);
      expect([...hosts]).toEqual(['id.example.com']);
      const events = await storedEvents(stage().url, stage().token, seen.umid, 5);
      expect(events.map(({ type, properties: { name } }) => [type, name]).toSorted()).toEqual([
        ['action', 'cart'],
        ['action', 'newsletter'],
        ['action', 'seen'],
        ['dataLayer', undefined],
        ['page', 'Shop'],
      ]);
      await page.context().close();
    };

    test.each(Object.entries(MARKUP))(
      '%s take nothing, send nothing elsewhere and stop nothing',
      async (_, of) => {
        await visited((await words()).map(of).join(''));
      },
    );

    test('frames take nothing, send nothing elsewhere and stop nothing', async () => {
      await visited(FRAMES.map((name) => `<iframe name="${name}" src="${EVIL}/"></iframe>`).join(''));
    });

    test('the snippet takes none of it for the tag', async () => {
      const markup = [...Object.values(MARKUP).map((of) => of('kith')), '<iframe name="kith"></iframe>'];
      for (const before of markup) {
        const page = await (await stage().browser.newContext()).newPage();
        stage().pages.set(
          '/clobbered',
          pageWith(`${before}<script>${SNIPPET}seen = kith('consent', { 'CS-OPT': true })</script>`),
        );
        await open(page, 'https://www.example.com/clobbered');
        await isThere(page);
        expect(await page.evaluate('seen')).toMatchObject({ permissions: { 'CS-OPT': true } });
        await page.context().close();
      }
    });

    test('a base element does not say where a script is that stands on the host of the page', async () => {
      const page = await (await stage().browser.newContext()).newPage();
      const html = pageWith('', `<base href="${EVIL}/">`).replace('src="https://id.example.com/', 'src="/');
      const url = 'https://id.example.com/clobbered';
      await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: html }));
      const hosts = await open(page, url);
      await isThere(page);
      const answer = await page.evaluate(`kith('consent', { 'CS-OPT': true })`);
      expect(answer).toMatchObject({ permissions: { 'CS-OPT': true } });
      expect([...hosts]).toEqual(['id.example.com']);
      await page.context().close();
    });
  });
};
