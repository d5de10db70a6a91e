import { describe, expect, test } from 'vitest';
import { openFakeBrowser, type FakeBrowser } from './fake-browser.fake.ts';
import { someAnswer } from './fake-network.fake.ts';
import { fakeStorage } from './fake-storage.fake.ts';

const namesOf = ({ sent }: FakeBrowser): unknown[] =>
  sent.flatMap(({ body: { data = [] } }) =>
    data.flatMap(({ action = [] }) => (action as { name: unknown }[]).map(({ name }) => name)),
  );

/** A browser whose requests are answered when the test says so. */
const slow = (storage: ReturnType<typeof fakeStorage>, requires: readonly string[] = []) => {
  const answers: (() => void)[] = [];
  const browser = openFakeBrowser({ storage, settings: { requires } });
  const { fetch } = browser.globals as { fetch: (...given: unknown[]) => Promise<unknown> };
  browser.globals['fetch'] = (...given: unknown[]) => {
    const answered = fetch(...given);
    return new Promise((done) => answers.push(() => done(answered)));
  };
  return { browser, answers };
};

describe('two accounts on one site', () => {
  const settings = { requires: ['P'] };

  test('a permission that is granted to one is not granted to the other', async () => {
    const storage = fakeStorage();
    const one = openFakeBrowser({ storage, settings });
    one.kith('consent', { P: true });
    await one.pass(10);
    const other = openFakeBrowser({ storage, settings: { ...settings, keptAs: 'kith.other' } });
    other.kith('track', { name: 'a' });
    await other.pass(5_000);
    expect(other.sent).toEqual([]);
    const again = openFakeBrowser({ storage, settings });
    again.kith('track', { name: 'b' });
    await again.pass(5_000);
    expect(namesOf(again)).toEqual(['b']);
  });

  test('what could not be sent to one is not sent to the other', async () => {
    const storage = fakeStorage();
    const one = openFakeBrowser({ storage, reply: () => 'nothing' });
    one.kith('track', { name: 'a' });
    await one.pass(1_100);
    one.hide();
    const other = openFakeBrowser({ storage, settings: { keptAs: 'kith.other' } });
    await other.pass(5_000);
    expect(other.sent).toEqual([]);
    const again = openFakeBrowser({ storage });
    await again.pass(5_000);
    expect(namesOf(again)).toEqual(['a']);
  });
});

test('what a page stored before Global Privacy Control was on is not sent after', async () => {
  const storage = fakeStorage();
  const before = openFakeBrowser({ storage, reply: () => 'nothing' });
  before.kith('track', { name: 'a' });
  before.kith('consent', { P: false });
  await before.pass(1_100);
  before.hide();
  const after = openFakeBrowser({ storage, navigator: { globalPrivacyControl: true } });
  await after.pass(10_000);
  expect(after.sent.map(({ body }) => body)).toEqual([{ permission: { P: false } }]);
});

describe('an answer that comes after a reset', () => {
  test('in another tab is not remembered, and a further reset takes its cookie away', async () => {
    const storage = fakeStorage();
    const { browser: here, answers } = slow(storage);
    here.kith('track', { name: 'late' });
    await here.pass(1_100);
    openFakeBrowser({ storage }).kith('reset');
    here.kith('track', { name: 'new' });
    answers.shift()!();
    await here.pass(10);
    expect(here.globals['fcData']).toBeUndefined();
    expect(storage.getItem('fcData')).toBeNull();
    expect(here.sent.map(({ path }) => path)).toEqual(['/op/web/info', '/op/web/reset']);
    answers.shift()!();
    await here.pass(5_000);
    expect(namesOf(here)).toEqual(['late', 'new']);
    expect(here.globals['fcData']).toEqual(someAnswer);
  });

  test('here is not remembered', async () => {
    const { browser, answers } = slow(fakeStorage());
    browser.kith('track', { name: 'late' });
    await browser.pass(1_100);
    browser.kith('reset');
    answers.shift()!();
    await browser.pass(10);
    expect(browser.globals['fcData']).toBeUndefined();
    expect(browser.sent.map(({ path }) => path)).toEqual(['/op/web/info', '/op/web/reset']);
  });
});

describe('while the first request of a visitor is under way', () => {
  test('the next page sends nothing for three seconds, so that the two are one visitor', async () => {
    const storage = fakeStorage();
    const { browser: first } = slow(storage, ['P']);
    first.kith('consent', { P: true });
    await first.pass(10);
    first.hide();
    const next = openFakeBrowser({ storage, settings: { requires: ['P'] } });
    next.kith('track', { name: 'a' });
    await next.pass(2_900);
    next.hide();
    expect(next.sent).toEqual([]);
    next.show();
    await next.pass(4_000);
    expect(namesOf(next)).toEqual(['a']);
  });

  test('a page that opens beside it goes on as soon as it is answered', async () => {
    const storage = fakeStorage();
    const { browser: first, answers } = slow(storage);
    first.kith('info');
    await first.pass(10);
    const other = openFakeBrowser({ storage });
    other.kith('info');
    await other.pass(100);
    expect(other.sent).toEqual([]);
    answers.shift()!();
    await first.pass(10);
    other.dispatch('storage', { key: 'kith.demo' });
    await other.pass(10);
    expect(other.sent).toHaveLength(1);
  });
});
