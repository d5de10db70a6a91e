import { describe, expect, test } from 'vitest';
import type { TagSettings } from '@kith/contracts';
import { openFakeBrowser, SNIPPET, type FakeBrowser } from './fake-browser.fake.ts';
import { someAnswer } from './fake-network.fake.ts';
import { fakeStorage } from './fake-storage.fake.ts';

const elementsOf = ({ sent }: FakeBrowser) => sent.flatMap(({ body: { data = [] } }) => data);

const actionsOf = (browser: FakeBrowser): unknown[] =>
  elementsOf(browser).flatMap(({ action = [] }) => (action as { name: unknown }[]).map(({ name }) => name));

describe('a browser or a page that is not as it should be', () => {
  test.each([
    ['kith.demo.queue', '{}'],
    ['kith.demo.queue', '5'],
    ['kith.demo.queue', '"x"'],
    ['kith.demo.queue', '[null, 5, {}, { "e": 1 }]'],
    ['kith.demo.queue', '[{ "key": "bad\\nkey", "e": [], "p": { "Q": true } }]'],
    [
      'kith.demo.queue',
      '[{ "key": "1-2", "v": "undefined", "e": [], "f": 5, "w": 5 }, { "key": "1-2", "e": [null] }]',
    ],
    ['kith.demo', '{}'],
    ['kith.demo', '5'],
    ['kith.demo', '"x"'],
    ['kith.demo', '{ "v": {}, "k": null, "t": null }'],
    ['fcData', '5'],
  ])('spoilt storage (%s is %s) stops nothing', async (name, text) => {
    const storage = fakeStorage();
    storage.setItem(name, text);
    const browser = openFakeBrowser({
      settings: { requires: ['P'], manager: { kind: 'oneTrust', needs: { P: ['C1'] }, shown: undefined } },
      before: `window.OneTrust = { IsAlertBoxClosed: () => true }; window.OnetrustActiveGroups = ',C1,'`,
      storage,
    });
    browser.kith('track', { name: 'a' });
    await browser.pass(2_000);
    await browser.pass(5_000);
    expect(browser.sent.map(({ body: { permission } }) => permission)).toContainEqual({ P: true });
    expect(actionsOf(browser)).toEqual(['a']);
  });

  test.each([
    ['is not there', undefined],
    [
      'throws',
      () => {
        throw new TypeError('Illegal invocation');
      },
    ],
  ])('where sendBeacon %s, what a page had to tell is sent by the next', async (_, sendBeacon) => {
    const storage = fakeStorage();
    const first = openFakeBrowser({ storage, navigator: { sendBeacon } });
    first.kith('track', { name: 'a' });
    first.hide();
    const next = openFakeBrowser({ storage });
    await next.pass(5_000);
    expect(actionsOf(next)).toEqual(['a']);
  });

  test('loaded as a module it does nothing, because it does not know its endpoint', async () => {
    const browser = openFakeBrowser({ before: `document.currentScript = null; ${SNIPPET} kith('page')` });
    await browser.pass(2_000);
    browser.hide();
    expect(browser.sent).toEqual([]);
  });

  test('frozen prototypes do not keep the tag from hearing', async () => {
    const browser = openFakeBrowser({
      settings: { dataLayer: ['dataLayer'] },
      before: `Object.freeze(Array.prototype); window.dataLayer = [];
        var moves = Object.freeze({ pushState: history.pushState, replaceState: history.replaceState });
        history = Object.create(moves)`,
    });
    await browser.pass(2_000);
    browser.run(`dataLayer.push({ event: 'a' })`);
    await browser.pass(2_000);
    browser.kith('page');
    browser.run(`history.pushState({}, '', '/tea')`);
    await browser.pass(2_000);
    expect(
      elementsOf(browser).map(({ dataLayer, page }) => dataLayer ?? (page as { url: string }).url),
    ).toEqual([[{ event: 'a' }], 'https://www.example.com/', 'https://www.example.com/tea']);
  });

  test('one entry that no JSON can hold costs no other', async () => {
    const browser = openFakeBrowser({ settings: { dataLayer: ['dataLayer'] } });
    browser.run(`dataLayer.push({ event: 'a' }, { get event() { throw 1 } }, { event: 'b', amount: 5n })`);
    await browser.pass(2_000);
    expect(elementsOf(browser)).toEqual([
      { id: expect.any(String), dataLayer: [{ event: 'a' }, { event: 'b', amount: '5' }] },
    ]);
  });

  test('entries that no request can hold together are parted, and one that none can hold is told as dropped', async () => {
    const browser = openFakeBrowser({ settings: { dataLayer: ['dataLayer'], most: 1_000 } });
    browser.run(`var dropped = []; addEventListener('kith:dropped', ({ detail }) => dropped.push(detail.dataLayer[0].event));
      dataLayer.push({ event: 'a' }, { event: 'b', text: 'x'.repeat(600) }, { event: 'huge', text: 'x'.repeat(2_000) });
      dataLayer.push({ event: 'c', text: 'x'.repeat(600) })`);
    await browser.pass(5_000);
    const entries = elementsOf(browser).flatMap(({ dataLayer }) => dataLayer as { event: string }[]);
    expect(entries.map(({ event }) => event)).toEqual(['a', 'b', 'c']);
    expect(browser.run('JSON.stringify(dropped)')).toBe('["huge"]');
  });

  test('an entry that an endpoint refuses costs no other', async () => {
    const browser = openFakeBrowser({
      settings: { dataLayer: ['dataLayer'] },
      reply: ({ body }) => (JSON.stringify(body).includes('bad') ? 400 : someAnswer),
    });
    browser.run(`dataLayer.push({ event: 'a' }, { event: 'b' }, { event: 'bad' }, { event: 'c' })`);
    browser.kith('track', { name: 'beside' });
    await browser.pass(5_000);
    const accepted = elementsOf(browser).filter((element) => !JSON.stringify(element).includes('bad'));
    expect(
      accepted.flatMap(({ dataLayer = [] }) => (dataLayer as { event: string }[]).map(({ event }) => event)),
    ).toEqual(['a', 'b', 'c']);
  });

  test('members named like those of every object are sent as they came', async () => {
    const browser = openFakeBrowser();
    browser.run(`kith('track', JSON.parse('{ "name": "a", "__proto__": { "x": 1 }, "constructor": 2 }'))`);
    await browser.pass(2_000);
    expect(JSON.stringify(elementsOf(browser))).toContain('"name":"a","__proto__":{"x":1},"constructor":2');
  });

  test('after a reset fcData says nothing of who went, also where the page has declared it', async () => {
    const browser = openFakeBrowser({ before: 'var fcData' });
    browser.kith('info');
    await browser.pass(10);
    expect(browser.run('fcData')).toEqual(someAnswer);
    browser.kith('reset');
    expect(browser.run('fcData')).toBeUndefined();
  });
});

describe('a long outage', () => {
  test('what waits and what is stored are bounded, and the last decision and name are kept', async () => {
    const storage = fakeStorage();
    const first = openFakeBrowser({ storage, reply: () => 503 });
    first.kith('track', { name: 'a' });
    await first.pass(1_100);
    for (let at = 0; at < 1_500; at += 1) {
      first.kith('identify', { customerId: `c-${at}` });
      first.kith(
        'consent',
        { [`P${at % 7}`]: at % 2 === 0, P: at === 1_499 },
        { notification: 'N', version: at },
      );
    }
    first.hide();
    expect(storage.getItem('kith.demo.queue')?.length).toBeLessThan(30_000);
    first.setReply(() => someAnswer);
    first.dispatch('online');
    const next = openFakeBrowser({ storage });
    await next.pass(60_000);
    expect(next.sent.length).toBeLessThan(60);
    const decisions = next.sent.map(({ body: { permission } }) => permission);
    expect(Object.assign({}, ...decisions)).toMatchObject({ P: true, P0: true, P1: false });
    expect(actionsOf(next)).toEqual(['a']);
  });

  test('a page that resets again and again keeps no endless line', async () => {
    const browser = openFakeBrowser({ reply: () => 503 });
    for (let at = 0; at < 500; at += 1) {
      browser.kith('identify', { customerId: `c-${at}` });
      browser.kith('reset');
    }
    browser.kith('identify', { customerId: 'c-last' });
    await browser.pass(10);
    browser.setReply(() => someAnswer);
    await browser.pass(100_000);
    expect(browser.sent.length).toBeLessThan(150);
    expect(browser.sent.at(-1)?.query.get('customerId')).toBe('c-last');
    expect(browser.sent.at(-2)?.path).toBe('/op/web/reset');
  });

  test('what is stored is at most 200,000 characters, of the newest', async () => {
    const storage = fakeStorage();
    const browser = openFakeBrowser({ storage, reply: () => 503 });
    for (let at = 0; at < 20; at += 1) browser.kith('track', { name: `n${at}`, text: 'x'.repeat(50_000) });
    await browser.pass(1_100);
    browser.hide();
    expect(storage.getItem('kith.demo.queue')?.length).toBeLessThanOrEqual(200_000);
    expect(storage.getItem('kith.demo.queue')).toContain('"n19"');
  });
});

describe('what lies in local storage', () => {
  test('names nobody: neither in addresses, nor in values, nor in data layers', async () => {
    const storage = fakeStorage();
    const settings: Partial<TagSettings> = {
      dataLayer: ['dataLayer', 'digitalData'],
      body: ['email_sha256'],
    };
    const first = openFakeBrowser({ storage, settings, reply: () => 'nothing' });
    first.run(
      `location.href = 'https://www.example.com/tea?customerId=c-4711&a=1&email_sha256=abc#customerId=c-4711'`,
    );
    first.kith('page');
    first.kith('identify', { customerId: 'c-4711', email_sha256: 'abc' });
    first.kith('track', { name: 'a', label: 'c-4711', old: ['c-4711', 'x'] });
    first.run(`dataLayer.push(['set', 'customerId', 'c-DL3']);
      digitalData = { user: [{ profile: [{ profileInfo: { profileID: 'c-DL3' } }] }] }`);
    await first.pass(1_100);
    first.hide();
    const kept = storage.getItem('kith.demo.queue') ?? '';
    for (const secret of ['c-4711', 'c-DL3', 'abc']) expect(kept).not.toContain(secret);
    const next = openFakeBrowser({ storage });
    await next.pass(5_000);
    expect(elementsOf(next)).toMatchObject([
      { page: { url: 'https://www.example.com/tea' } },
      { action: [{ name: 'a' }] },
    ]);
  });

  test.each([
    ['/q?jane@example.com', '/q'],
    ['/q#jane@example.com', '/q'],
    ['/q#/user/jane@example.com?x', '/q'],
    ['/q?q=a\\c&email=jane@example.com', '/q'],
    ['https://www.example.com/?a=jane@example.com#b', 'https://www.example.com/'],
    ['How many? Two # three', 'How many? Two # three'],
    ['c-4711 did', undefined],
    ['/account/ C-4711 /', undefined],
    ['/order/815', undefined],
  ])('of %j it has %j', (url, kept) => {
    const browser = openFakeBrowser({ reply: () => 503, navigator: { onLine: false } });
    browser.kith('identify', { customerId: ' c-4711 ' });
    browser.kith('identify', { customerId: 815 });
    browser.kith('page', { name: 'n', url, n: 815 });
    browser.hide();
    const [job] = JSON.parse(browser.storage.getItem('kith.demo.queue') ?? '') as {
      e: { page: unknown }[];
    }[];
    expect(job?.e[0]?.page).toEqual({ name: 'n', timestamp: expect.any(Number), ...(kept && { url: kept }) });
  });

  test('nothing, where only a name was to be told', () => {
    const browser = openFakeBrowser({ reply: () => 503, navigator: { onLine: false } });
    browser.kith('identify', { customerId: 'c-1' });
    browser.hide();
    expect(browser.storage.getItem('kith.demo.queue')).toBeNull();
  });
});
