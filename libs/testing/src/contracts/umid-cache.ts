import { describe, expect, test } from 'vitest';
import type { CacheEntry, UmidCache } from '@kith/ports';
import { aCacheEntry } from '../builders/cache-entry.ts';
import { randomAccount, randomUmdid, randomUmid } from '../builders/ids.ts';
import { scopeOf } from '../builders/scope.ts';
import { withOddMembers } from '../kit/odd-texts.ts';
import { usingFixture, type Fixture } from '../kit/fixture.ts';

const MISS = { entry: null, redirected: false };

/** From the oldest to the newest: the binding version counts first. */
const AGES: readonly Partial<CacheEntry>[] = [
  { bindingVersion: 1, profileVersion: 1 },
  { bindingVersion: 1, profileVersion: 2 },
  { bindingVersion: 1, profileVersion: 10 },
  { bindingVersion: 2, profileVersion: 1 },
  { bindingVersion: 10, profileVersion: 1 },
];

const ORDERS: readonly (readonly number[])[] = [
  [0, 1, 2, 3, 4],
  [4, 3, 2, 1, 0],
  [2, 4, 0, 3, 1],
  [3, 4, 1, 2, 0],
];

/** What every UmidCache promises while it answers; it may forget at any time. */
export const defineUmidCacheContract = (make: () => Promise<Fixture<UmidCache>>): void => {
  describe('the contract of a umid cache:', () => {
    const fixture = usingFixture(make);
    describeEntries(fixture);
    describeRedirects(fixture);
  });
};

const describeEntries = (fixture: () => Fixture<UmidCache>): void => {
  test('a device that nobody remembered is a miss', async () => {
    const scope = scopeOf(randomAccount());
    expect(await fixture().adapter.recognise(scope, randomUmdid(), randomUmid())).toEqual(MISS);
    expect(await fixture().adapter.recognise(scope, randomUmdid(), null)).toEqual(MISS);
  });

  test('an entry comes back as it was', async () => {
    const [scope, umdid] = [scopeOf(randomAccount()), randomUmdid()];
    const entry = aCacheEntry({ state: 'customer', type: 2, permissions: withOddMembers(false) });
    await fixture().adapter.remember(scope, umdid, entry);
    const recognised = await fixture().adapter.recognise(scope, umdid, entry.umid);
    expect(recognised).toEqual({ entry, redirected: false });
    expect(Object.entries(recognised.entry!.permissions)).toEqual(Object.entries(entry.permissions));
  });

  test.each(ORDERS)('the newest entry wins in the order of arrival %j %j %j %j %j', async (...order) => {
    const [scope, umdid] = [scopeOf(randomAccount()), randomUmdid()];
    const entries = AGES.map((age) => aCacheEntry(age));
    for (const index of order) await fixture().adapter.remember(scope, umdid, entries[index]!);
    expect((await fixture().adapter.recognise(scope, umdid, null)).entry).toEqual(entries[4]);
  });

  test('of two entries with equal versions the later one stays', async () => {
    const [scope, umdid] = [scopeOf(randomAccount()), randomUmdid()];
    const [first, second] = [aCacheEntry(), aCacheEntry({ permissions: { 'CS-OPT': true } })];
    await fixture().adapter.remember(scope, umdid, first);
    await fixture().adapter.remember(scope, umdid, second);
    expect((await fixture().adapter.recognise(scope, umdid, null)).entry).toEqual(second);
  });

  test('a forgotten device is a miss, and an older entry may come in again', async () => {
    const [scope, umdid] = [scopeOf(randomAccount()), randomUmdid()];
    await fixture().adapter.remember(scope, umdid, aCacheEntry({ bindingVersion: 9 }));
    await fixture().adapter.forget(scope, umdid);
    expect(await fixture().adapter.recognise(scope, umdid, null)).toEqual(MISS);
    const older = aCacheEntry({ bindingVersion: 1 });
    await fixture().adapter.remember(scope, umdid, older);
    expect((await fixture().adapter.recognise(scope, umdid, null)).entry).toEqual(older);
  });

  test('accounts do not see each other', async () => {
    const [mine, yours] = [scopeOf(randomAccount()), scopeOf(randomAccount())];
    const [umdid, entry] = [randomUmdid(), aCacheEntry()];
    await fixture().adapter.remember(mine, umdid, entry);
    await fixture().adapter.redirect(yours, entry.umid);
    await fixture().adapter.forget(yours, umdid);
    expect(await fixture().adapter.recognise(mine, umdid, entry.umid)).toEqual({ entry, redirected: false });
    expect(await fixture().adapter.recognise(yours, umdid, null)).toEqual(MISS);
  });
};

const describeRedirects = (fixture: () => Fixture<UmidCache>): void => {
  test('a redirect is seen by who names the absorbed umid, with and without an entry', async () => {
    const [scope, umdid, absorbed] = [scopeOf(randomAccount()), randomUmdid(), randomUmid()];
    await fixture().adapter.redirect(scope, absorbed);
    expect(await fixture().adapter.recognise(scope, umdid, absorbed)).toEqual({ ...MISS, redirected: true });
    const entry = aCacheEntry();
    await fixture().adapter.remember(scope, umdid, entry);
    expect(await fixture().adapter.recognise(scope, umdid, absorbed)).toEqual({ entry, redirected: true });
  });

  test('a redirect is seen where the entry itself names the absorbed umid', async () => {
    const [scope, umdid, entry] = [scopeOf(randomAccount()), randomUmdid(), aCacheEntry()];
    await fixture().adapter.remember(scope, umdid, entry);
    await fixture().adapter.redirect(scope, entry.umid);
    for (const hinted of [null, randomUmid(), entry.umid]) {
      expect(await fixture().adapter.recognise(scope, umdid, hinted)).toEqual({ entry, redirected: true });
    }
  });

  test('a redirect is not seen by anybody else', async () => {
    const [scope, umdid, entry] = [scopeOf(randomAccount()), randomUmdid(), aCacheEntry()];
    await fixture().adapter.remember(scope, umdid, entry);
    await fixture().adapter.redirect(scope, randomUmid());
    const recognised = await fixture().adapter.recognise(scope, umdid, randomUmid());
    expect(recognised).toEqual({ entry, redirected: false });
  });
};
