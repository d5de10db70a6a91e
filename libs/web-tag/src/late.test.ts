import { describe, expect, test } from 'vitest';
import { openFakeBrowser, type FakeBrowser, type FakeBrowserOptions } from './fake-browser.fake.ts';
import { someAnswer, type SentRequest } from './fake-network.fake.ts';
import { fakeStorage } from './fake-storage.fake.ts';

const requiring = { settings: { requires: ['P'] } };

/** A browser whose requests are answered when the test says so. */
const slow = (options: FakeBrowserOptions = {}) => {
  const answers: ((isLost?: boolean) => void)[] = [];
  const browser = openFakeBrowser({ ...requiring, ...options });
  const { fetch } = browser.globals as { fetch: (...given: unknown[]) => Promise<unknown> };
  browser.globals['fetch'] = (...given: unknown[]) => {
    const answered = fetch(...given);
    return new Promise((done, fail) =>
      answers.push((isLost = false) => (isLost ? fail(new TypeError('Failed to fetch')) : done(answered))),
    );
  };
  return { browser, answers };
};

const permissionOf = ({ body: { permission } }: SentRequest): unknown => permission;
const decisionsOf = ({ sent }: FakeBrowser): unknown[] =>
  sent.flatMap((one) => (one.body.permission === undefined ? [] : [[one.by, permissionOf(one)]]));

/** The visitor is known: an answer has come. */
const known = async (browser: FakeBrowser, answers: ((isLost?: boolean) => void)[]): Promise<void> => {
  browser.kith('consent', { P: true });
  await browser.pass(10);
  answers.shift()!();
  await browser.pass(10);
  browser.sent.splice(0);
};

describe('a withdrawal while the grant is under way', () => {
  test('on a first visit it waits for the cookie of the grant, and is sent by the next page', async () => {
    const storage = fakeStorage();
    const { browser } = slow({ storage });
    browser.kith('consent', { P: true });
    await browser.pass(300);
    browser.kith('consent', { P: false });
    browser.hide();
    expect(decisionsOf(browser)).toEqual([['fetch', { P: true }]]);
    const next = openFakeBrowser({ ...requiring, storage });
    await next.pass(2_500);
    expect(next.sent).toEqual([]);
    await next.pass(1_000);
    expect(decisionsOf(next)).toEqual([['fetch', { P: false }]]);
  });

  test('later it is sent at once, and again after the answer, also where nobody comes back to the page', async () => {
    const { browser, answers } = slow();
    await known(browser, answers);
    browser.kith('consent', { P: false });
    await browser.pass(10);
    answers.shift()!();
    browser.kith('consent', { P: true });
    await browser.pass(10);
    browser.sent.splice(0);
    browser.kith('consent', { P: false });
    browser.hide();
    expect(decisionsOf(browser)).toEqual([['beacon', { P: false }]]);
    answers.shift()!();
    await browser.pass(10);
    expect(decisionsOf(browser).slice(1)).toEqual([['fetch', { P: false }]]);
  });

  test('a grant that failed is not told again as a grant: its key stands for the withdrawal', async () => {
    const storage = fakeStorage();
    const { browser, answers } = slow({ storage });
    await known(browser, answers);
    browser.kith('consent', { Q: true });
    await browser.pass(10);
    const [granted] = browser.sent;
    browser.kith('consent', { Q: false });
    browser.hide();
    answers.shift()!(true);
    await browser.pass(10);
    const next = openFakeBrowser({ ...requiring, storage });
    await next.pass(5_000);
    expect(decisionsOf(next).map((one) => (one as unknown[])[1])).toEqual([{ Q: false }, { Q: false }]);
    expect(next.sent[0]?.key).toBe(granted?.key);
    expect(next.sent[1]?.key).not.toBe(granted?.key);
  });
});

describe('a first visit', () => {
  test('what a page could not finish waits for the cookie before the next page sends it', async () => {
    const storage = fakeStorage();
    const first = openFakeBrowser({ ...requiring, storage, reply: () => 'nothing' });
    first.kith('consent', { P: true });
    await first.pass(1);
    first.hide();
    const next = openFakeBrowser({ ...requiring, storage });
    next.kith('page');
    await next.pass(2_000);
    next.hide();
    expect(next.sent).toEqual([]);
    next.show();
    await next.pass(4_000);
    expect(decisionsOf(next)).toEqual([['fetch', { P: true }]]);
  });

  test('a tab that hears of the first decision lets the other go first, and follows its answer', async () => {
    const storage = fakeStorage();
    const { browser: there, answers } = slow({ storage });
    const here = openFakeBrowser({ ...requiring, storage });
    here.kith('page');
    there.kith('consent', { P: true });
    here.dispatch('storage', { key: 'kith.demo' });
    await Promise.all([here.pass(500), there.pass(500)]);
    expect(here.sent).toEqual([]);
    answers.shift()!();
    await there.pass(10);
    here.dispatch('storage', { key: 'kith.demo' });
    await here.pass(10);
    expect(here.sent).toHaveLength(1);
  });

  test('the other tab is waited for in vain for seconds only', async () => {
    const storage = fakeStorage();
    const { browser: there } = slow({ storage });
    const here = openFakeBrowser({ ...requiring, storage });
    here.kith('page');
    there.kith('consent', { P: true });
    here.dispatch('storage', { key: 'kith.demo' });
    await here.pass(3_500);
    expect(here.sent).toHaveLength(1);
  });

  test('the grant that opens the gate tells what was decided before it', async () => {
    const browser = openFakeBrowser({ settings: { requires: ['P'] } });
    browser.kith('consent', { Q: true });
    await browser.pass(100);
    browser.kith('consent', { P: true });
    await browser.pass(100);
    browser.kith('consent', { Q: false });
    await browser.pass(100);
    expect(browser.sent.map(permissionOf)).toEqual([{ Q: true }, { P: true, Q: true }, { Q: false }]);
  });
});

describe('another tab', () => {
  test('after a reset there fcData here says nothing of who went', async () => {
    const storage = fakeStorage();
    const [here, there] = [openFakeBrowser({ storage }), openFakeBrowser({ storage })];
    here.kith('info');
    await here.pass(10);
    expect(here.globals['fcData']).toEqual(someAnswer);
    there.kith('reset');
    here.dispatch('storage', { key: 'kith.demo' });
    expect(here.globals['fcData']).toBeUndefined();
  });
});
