import { describe, expect, test } from 'vitest';
import { openFakeBrowser, type FakeBrowser } from './fake-browser.fake.ts';
import { someAnswer } from './fake-network.fake.ts';
import { fakeStorage } from './fake-storage.fake.ts';

const requiring = { settings: { requires: ['P'] } };

/** What each request carried, in words. */
const told = ({ sent }: FakeBrowser): unknown[] =>
  sent.map(({ path, query, body: { data, permission } }) => [
    path.split('/').at(-1),
    ...(permission === undefined ? [] : [permission]),
    ...(query.get('customerId') === null ? [] : [query.get('customerId')]),
    ...(data ?? []).map(({ action, page }) => (action as { name: string }[] | undefined)?.[0]?.name ?? page),
  ]);

describe('a pipeline that waits for a permission', () => {
  test('nothing but consent is sent before it, and then what waited, in order', async () => {
    const browser = openFakeBrowser(requiring);
    browser.kith('track', { name: 'a' });
    browser.kith('identify', { customerId: 'c-1' });
    const asked = browser.kith('info');
    browser.kith('consent', { Q: true }, { notification: 'N', version: 2, uxvariant: 'banner' });
    await browser.pass(5_000);
    expect(told(browser)).toEqual([['info', { Q: true }]]);
    expect(browser.sent[0]?.body.notification).toEqual([
      { name: 'N', version: 2, uxvariant: 'banner', date: expect.any(Number) },
    ]);
    expect(browser.storage.names()).toEqual(['kith.demo']);
    browser.kith('consent', { P: true });
    await browser.pass(5_000);
    expect(told(browser).slice(1)).toEqual([
      ['info', { Q: true, P: true }, 'a'],
      ['info', 'c-1'],
    ]);
    expect(await asked).toEqual(someAnswer);
  });

  test.each([[{}], [undefined], [{ P: 'yes' }], ['P']])(
    'what is neither yes nor no (%j) is no decision, and sends nothing',
    async (given) => {
      const browser = openFakeBrowser(requiring);
      expect(await browser.kith('consent', given)).toBeNull();
      await browser.pass(5_000);
      browser.hide();
      expect(browser.sent).toEqual([]);
    },
  );

  test('what was shown is told, also where nothing was decided', async () => {
    const browser = openFakeBrowser(requiring);
    browser.kith('consent', {}, { notification: 'N' });
    await browser.pass(5_000);
    expect(browser.sent[0]?.body.notification).toEqual([expect.objectContaining({ name: 'N' })]);
  });

  test('a decision with one name that the endpoint does not know is told without it', async () => {
    const browser = openFakeBrowser({
      ...requiring,
      reply: ({ body: { permission = {} } }) => ('TYPO' in permission ? 400 : someAnswer),
    });
    browser.kith('consent', { P: false, TYPO: true }, { notification: 'N' });
    await browser.pass(5_000);
    const accepted = browser.sent.filter(({ body: { permission = {} } }) => !('TYPO' in permission));
    expect(accepted.map(({ body: { permission, notification } }) => permission ?? notification)).toEqual([
      { P: false },
      [expect.objectContaining({ name: 'N' })],
    ]);
  });

  test('a grant that the endpoint refuses is none', async () => {
    const browser = openFakeBrowser({
      ...requiring,
      reply: ({ body: { permission } }) => (permission === undefined ? someAnswer : 400),
    });
    browser.kith('consent', { P: true });
    browser.kith('track', { name: 'a' });
    await browser.pass(5_000);
    browser.kith('track', { name: 'b' });
    await browser.pass(5_000);
    expect(told(browser).at(-1)).toEqual(['info', { P: true }]);
    expect(told(browser).flat()).not.toContain('b');
  });

  test('refused, what waited is gone; the refusal is told', async () => {
    const browser = openFakeBrowser(requiring);
    const waiting = [browser.kith('track', { name: 'a' }), browser.kith('info')];
    browser.kith('consent', { P: false });
    expect(await Promise.all([...waiting, browser.kith('page')])).toEqual([null, null, null]);
    browser.hide();
    await browser.pass(5_000);
    expect(told(browser)).toEqual([['info', { P: false }]]);
  });

  test('withdrawn, what had not been sent is not sent, and nothing stays on the disk', async () => {
    const browser = openFakeBrowser(requiring);
    browser.kith('consent', { P: true });
    await browser.pass(10);
    expect(browser.storage.getItem('fcData')).not.toBeNull();
    browser.setReply(() => 'nothing');
    browser.kith('track', { name: 'a' });
    await browser.pass(1_100);
    browser.kith('consent', { P: false });
    browser.kith('track', { name: 'b' });
    browser.setReply(() => someAnswer);
    await browser.pass(60_000);
    expect(told(browser)).toEqual([
      ['info', { P: true }],
      ['info', 'a'],
      ['info', { P: false }],
    ]);
    expect(browser.storage.names()).toEqual(['kith.demo']);
  });

  test('the next page knows the decision', async () => {
    const storage = fakeStorage();
    const first = openFakeBrowser({ ...requiring, storage });
    first.kith('consent', { P: true });
    await first.pass(10);
    const next = openFakeBrowser({ ...requiring, storage });
    expect(next.globals['fcData']).toEqual(someAnswer);
    next.kith('track', { name: 'a' });
    await next.pass(1_100);
    expect(told(next)).toEqual([['info', 'a']]);
  });

  test('what was withdrawn in another tab is withdrawn here', async () => {
    const storage = fakeStorage();
    const [here, there] = [
      openFakeBrowser({ ...requiring, storage }),
      openFakeBrowser({ ...requiring, storage }),
    ];
    here.kith('track', { name: 'a' });
    there.kith('consent', { P: true });
    here.dispatch('storage', { key: 'kith.demo' });
    await here.pass(5_000);
    expect(told(here)).toEqual([['info', 'a']]);
    here.kith('track', { name: 'b' });
    there.kith('consent', { P: false });
    here.dispatch('storage', { key: 'kith.demo' });
    await here.pass(5_000);
    expect(told(here)).toEqual([['info', 'a']]);
  });

  test('what the answer says was withdrawn is withdrawn here; what it says was granted is not granted here', async () => {
    const browser = openFakeBrowser({
      settings: { requires: ['P'], sections: ['permissions'] },
      reply: () => ({ permissions: { P: false, Q: true } }),
    });
    browser.kith('consent', { P: true });
    await browser.pass(10);
    browser.kith('track', { name: 'a' });
    await browser.pass(5_000);
    expect(told(browser)).toEqual([['info', { P: true }]]);
    expect(JSON.parse(browser.storage.getItem('kith.demo') ?? '')).toMatchObject({ k: { P: false } });
  });
});

describe('Global Privacy Control', () => {
  const asking = { navigator: { globalPrivacyControl: true } };

  test('counts as no permission for tracking', async () => {
    const browser = openFakeBrowser({
      ...asking,
      page: { dataLayer: [{ event: 'x' }] },
      settings: { dataLayer: ['dataLayer'] },
    });
    browser.kith('consent', { P: true });
    expect(await browser.kith('track', { name: 'a' })).toBeNull();
    browser.kith('page');
    browser.kith('identify', { customerId: 'c-1' });
    await browser.pass(5_000);
    expect(told(browser)).toEqual([
      ['info', { P: true }],
      ['info', 'c-1'],
    ]);
  });

  test('is ignored where the site says so', async () => {
    const browser = openFakeBrowser({ ...asking, settings: { gpc: false } });
    browser.kith('track', { name: 'a' });
    await browser.pass(1_100);
    expect(told(browser)).toEqual([['info', 'a']]);
  });
});

describe('a reset', () => {
  test('what was told before goes first, what is told after goes after its answer', async () => {
    const browser = openFakeBrowser();
    browser.kith('track', { name: 'before' });
    const done = browser.kith('reset');
    browser.kith('track', { name: 'after' });
    expect(browser.globals['fcData']).toBeUndefined();
    await browser.pass(5_000);
    expect(told(browser)).toEqual([['info', 'before'], ['reset'], ['info', 'after']]);
    expect(await done).toEqual(someAnswer);
  });

  test('forgets what the visitor had decided', async () => {
    const browser = openFakeBrowser(requiring);
    browser.kith('consent', { P: true });
    browser.kith('track', { name: 'before' });
    browser.kith('reset');
    browser.kith('track', { name: 'after' });
    await browser.pass(5_000);
    expect(told(browser)).toEqual([['info', { P: true }, 'before'], ['reset']]);
    expect(browser.globals['fcData']).toEqual(someAnswer);
    expect(browser.storage.getItem('fcData')).toBeNull();
  });

  test('is sent also where this browser knows of no decision: the cookie outlives local storage', async () => {
    const browser = openFakeBrowser(requiring);
    browser.kith('reset');
    await browser.pass(5_000);
    expect(told(browser)).toEqual([['reset']]);
  });

  test('offline, across pages, stays between the two visitors', async () => {
    const storage = fakeStorage();
    const first = openFakeBrowser({ storage, reply: () => 'nothing' });
    first.kith('track', { name: 'before' });
    await first.pass(1_100);
    first.kith('reset');
    first.kith('track', { name: 'after' });
    first.hide();
    const next = openFakeBrowser({ storage });
    await next.pass(5_000);
    expect(told(next)).toEqual([['info', 'before'], ['reset'], ['info', 'after']]);
  });

  test('at the end of a page nothing follows it before it is answered', async () => {
    const storage = fakeStorage();
    const first = openFakeBrowser({ storage });
    first.kith('info');
    await first.pass(10);
    first.kith('track', { name: 'before' });
    first.kith('reset');
    first.kith('track', { name: 'after' });
    first.hide();
    expect(told(first).slice(1)).toEqual([['info', 'before'], ['reset']]);
    const next = openFakeBrowser({ storage });
    await next.pass(5_000);
    expect(told(next).at(-1)).toEqual(['info', 'after']);
  });

  test('in another tab: what waits here of the visitor who went is not sent', async () => {
    const storage = fakeStorage();
    const here = openFakeBrowser({ storage, reply: () => 'nothing' });
    here.kith('track', { name: 'late' });
    await here.pass(1_100);
    const before = here.sent.length;
    const there = openFakeBrowser({ storage });
    there.kith('reset');
    await there.pass(10);
    here.setReply(() => someAnswer);
    here.kith('track', { name: 'new' });
    await here.pass(60_000);
    expect(told(here).slice(before)).toEqual([['info', 'new']]);
  });
});
