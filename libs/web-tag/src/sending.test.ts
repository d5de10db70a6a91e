import { describe, expect, test } from 'vitest';
import { openFakeBrowser, SNIPPET } from './fake-browser.fake.ts';
import { someAnswer } from './fake-network.fake.ts';
import { fakeStorage } from './fake-storage.fake.ts';

const namesOf = (data: readonly Readonly<Record<string, unknown>>[] = []): unknown[] =>
  data.flatMap(({ action = [], page }) => [
    ...(action as { name: unknown }[]).map(({ name }) => name),
    ...(page === undefined ? [] : [(page as { name: unknown }).name]),
  ]);

describe('what is sent', () => {
  test('calls from before the tag was there go first, in order, in one request', async () => {
    const browser = openFakeBrowser({
      before: `${SNIPPET} kith('page'); kith('track', { name: 'a', label: 5 }); kith('track', { name: 'b' })`,
    });
    await browser.pass(1_100);
    expect(browser.sent).toHaveLength(1);
    const [request] = browser.sent;
    expect(request).toMatchObject({ by: 'fetch', path: '/op/web/info' });
    expect([...request!.query]).toEqual([['out', 'json']]);
    expect(request!.body.data).toEqual([
      {
        id: expect.any(String),
        page: { timestamp: expect.any(Number), name: 'Shop', url: 'https://www.example.com/' },
      },
      { id: expect.any(String), action: [{ timestamp: expect.any(Number), name: 'a', label: '5' }] },
      { id: expect.any(String), action: [expect.objectContaining({ name: 'b' })] },
    ]);
  });

  test('a call is answered with what the request was answered', async () => {
    const browser = openFakeBrowser();
    const answered = browser.kith('info', { attributes: true, permissions: false });
    await browser.pass(10);
    expect(await answered).toEqual(someAnswer);
    expect([...browser.sent[0]!.query.keys()]).toEqual(['out', 'attributes']);
    expect(browser.globals['fcData']).toEqual(someAnswer);
    expect(JSON.parse(browser.storage.getItem('fcData') ?? '')).toEqual(someAnswer);
  });

  test('sections are asked for with the first request, and stay while the person is the same', async () => {
    const browser = openFakeBrowser({
      settings: { sections: ['attributes'] },
      reply: ({ query }) => (query.has('attributes') ? { attributes: { a: '1' } } : someAnswer),
    });
    for (const name of ['one', 'two']) {
      browser.kith('track', { name });
      await browser.pass(1_100);
    }
    expect(browser.sent.map(({ query }) => query.has('attributes'))).toEqual([true, false]);
    expect(browser.globals['fcData']).toEqual({ ...someAnswer, attributes: { a: '1' } });
    browser.setReply(() => ({ umid: 'another' }));
    browser.kith('track', { name: 'three' });
    await browser.pass(1_100);
    expect(browser.globals['fcData']).toEqual({ ...someAnswer, umid: 'another' });
  });

  test('identifiers go once, where the pipeline takes them, and no others', async () => {
    const browser = openFakeBrowser({
      settings: { body: ['email'], query: ['customerId', 'customerId_sig'] },
    });
    browser.kith('track', { name: 'before' });
    browser.kith('identify', { customerId: 7, customerId_sig: 'ab', email: 'e', out: 'js', unknown: 'x' });
    browser.kith('track', { name: 'after' });
    await browser.pass(2_000);
    expect(browser.sent.map(({ body }) => namesOf(body.data))).toEqual([['before'], ['after']]);
    const [, named] = browser.sent;
    expect(Object.fromEntries(named!.query)).toEqual({ out: 'json', customerId: '7', customerId_sig: 'ab' });
    expect(named!.body['email']).toBe('e');
  });

  test('a value that is too long for any endpoint is left out, and holds nothing up', async () => {
    const browser = openFakeBrowser({ settings: { body: ['email'] } });
    browser.kith('identify', { customerId: 'x'.repeat(513), email: 'e'.repeat(512) });
    await browser.pass(10);
    expect([...browser.sent[0]!.query.keys()]).toEqual(['out']);
    expect(browser.sent[0]?.body['email']).toHaveLength(512);
  });

  test('requests are split, and an element too large for any is left out', async () => {
    const browser = openFakeBrowser({ settings: { most: 1_000 } });
    browser.kith('info');
    await browser.pass(10);
    browser.sent.splice(0);
    browser.kith('track', { name: 'huge', text: 'ü'.repeat(500) });
    for (const name of ['a', 'b', 'c']) browser.kith('track', { name, text: 'x'.repeat(400) });
    for (let at = 0; at < 60; at += 1) browser.kith('track', { name: 'n' });
    browser.hide();
    expect(browser.sent.every(({ by }) => by === 'beacon')).toBe(true);
    for (const { body } of browser.sent) {
      expect(Buffer.byteLength(JSON.stringify(body.data))).toBeLessThan(1_100);
    }
    const names = browser.sent.flatMap(({ body }) => namesOf(body.data));
    expect(names.slice(0, 3)).toEqual(['a', 'b', 'c']);
    expect(names).toHaveLength(63);
  });

  test('what is refused is sent again without what is at fault', async () => {
    const browser = openFakeBrowser({
      reply: ({ body }) => (namesOf(body.data).includes('bad') ? 400 : someAnswer),
    });
    for (const name of ['a', 'b', 'bad', 'c', 'd']) browser.kith('track', { name });
    await browser.pass(3_000);
    const accepted = browser.sent.filter(({ body }) => !namesOf(body.data).includes('bad'));
    expect(accepted.flatMap(({ body }) => namesOf(body.data))).toEqual(['a', 'b', 'c', 'd']);
    expect(browser.sent.length).toBeLessThan(9);
  });

  test.each([401, 403, 404])('a %s ends a request, and no other', async (status) => {
    const browser = openFakeBrowser({ reply: () => status });
    const told = browser.kith('track', { name: 'a' });
    await browser.pass(100_000);
    expect(await told).toBeNull();
    expect(browser.sent).toHaveLength(1);
  });

  test.each([429, 500, 503, 'nothing'] as const)(
    'after %s the same request is sent again, with longer and longer pauses',
    async (failure) => {
      const browser = openFakeBrowser({ reply: () => failure });
      browser.kith('track', { name: 'a' });
      await browser.pass(1_100);
      browser.kith('track', { name: 'b' });
      await browser.pass(30_000);
      const tries = browser.sent.length;
      expect(tries).toBeGreaterThan(3);
      expect(tries).toBeLessThan(9);
      expect(new Set(browser.sent.map(({ key }) => key)).size).toBe(1);
      browser.setReply(() => someAnswer);
      await browser.pass(70_000);
      const [answered, next] = browser.sent.slice(-2);
      expect([answered, next].map((request) => namesOf(request?.body.data))).toEqual([['a'], ['b']]);
      expect(answered?.key).toBe(browser.sent[0]?.key);
      expect(next?.key).not.toBe(answered?.key);
    },
  );

  test('a clock that is set back after a failure holds nothing up', async () => {
    const browser = openFakeBrowser({ reply: () => 503 });
    browser.kith('info');
    await browser.pass(10);
    browser.setClock(-7_200_000);
    browser.setReply(() => someAnswer);
    await browser.pass(2_000);
    browser.kith('info');
    await browser.pass(10);
    expect(browser.sent).toHaveLength(3);
  });

  test('when the connection is back nobody waits for the pause', async () => {
    const browser = openFakeBrowser({ reply: () => 'nothing' });
    browser.kith('track', { name: 'a' });
    await browser.pass(60_000);
    browser.setReply(() => someAnswer);
    const before = browser.sent.length;
    browser.dispatch('online');
    await browser.pass(1);
    expect(browser.sent).toHaveLength(before + 1);
  });

  test('the events of the page tell what is sent and what is answered', async () => {
    const browser = openFakeBrowser();
    const told: unknown[] = [];
    const hear = (event: unknown): number => told.push((event as CustomEvent).detail);
    for (const name of ['kith:sent', 'kith:answer']) {
      (browser.globals['addEventListener'] as (name: string, hear: unknown) => void)(name, hear);
    }
    browser.kith('track', { name: 'a' });
    await browser.pass(1_100);
    expect(told).toEqual([
      {
        url: 'https://id.example.com/op/web/info?out=json',
        body: expect.objectContaining({ data: [expect.anything()] }),
        by: 'fetch',
      },
      someAnswer,
    ]);
  });

  test('a second script of the tag changes nothing', async () => {
    const browser = openFakeBrowser({ before: 'window.kith = () => "own"; kith.ready = true' });
    expect(browser.kith('page')).toBe('own');
  });
});

describe('what a page leaves behind', () => {
  test('offline it is kept without identifiers, and the next page sends it first and once', async () => {
    const storage = fakeStorage();
    const first = openFakeBrowser({ storage, reply: () => 'nothing' });
    first.kith('identify', { customerId: 'c-secret' });
    first.kith('track', { name: 'a', customerId: 'c-secret' });
    first.kith('consent', { P: false });
    await first.pass(1_100);
    first.hide();
    expect(storage.all()).toContain('"a');
    expect(storage.all()).not.toContain('c-secret');
    expect(first.sent.filter(({ by }) => by === 'beacon')).toEqual([]);

    const [next, tab] = [openFakeBrowser({ storage }), openFakeBrowser({ storage })];
    next.kith('track', { name: 'b' });
    await Promise.all([next.pass(5_000), tab.pass(5_000)]);
    expect(tab.sent).toEqual([]);
    expect(next.sent.map(({ body }) => [namesOf(body.data), body.permission])).toEqual([
      [['a'], undefined],
      [['b'], { P: false }],
    ]);
  });

  test('it is bounded, and loses no decision', async () => {
    const storage = fakeStorage();
    for (let page = 0; page < 10; page += 1) {
      const browser = openFakeBrowser({ storage, reply: () => 'nothing' });
      for (let at = 0; at < 30; at += 1) browser.kith('track', { name: 'n', text: 'x'.repeat(5_000) });
      browser.kith('consent', { P: page === 0 });
      await browser.pass(10);
      browser.hide();
    }
    expect(storage.all().length).toBeLessThan(500_000);
    const browser = openFakeBrowser({ storage });
    await browser.pass(5_000);
    expect(browser.sent.filter(({ body }) => body.permission)).toHaveLength(10);
  });

  test('where local storage is blocked the tag works all the same', async () => {
    const browser = openFakeBrowser({ isStorageBlocked: true, settings: { requires: ['P'] } });
    browser.kith('track', { name: 'a' });
    browser.kith('consent', { P: true });
    await browser.pass(1_100);
    browser.hide();
    browser.kith('track', { name: 'b' });
    await browser.pass(1_100);
    expect(browser.sent.flatMap(({ body }) => namesOf(body.data))).toEqual(['a', 'b']);
    expect(browser.globals['fcData']).toEqual(someAnswer);
  });
});
