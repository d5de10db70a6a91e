import { describe, expect, test } from 'vitest';
import type { ConsentEntry } from '@kith/domain/consent';
import type { Umid } from '@kith/domain/identity';
import type { ChainRange, ConsentHistory, ProfileStore, Scope } from '@kith/ports';
import { aConsentEntry } from '../builders/consent.ts';
import { aCommit, aProfile, aRedirect, fresh } from '../builders/identity.ts';
import { manyOf, randomAccount, randomUmid } from '../builders/ids.ts';
import { PAST_DEADLINE, scopeOf } from '../builders/scope.ts';
import { usingFixture, type DurableFixture } from '../kit/fixture.ts';

/** What the contract needs of a store. */
export interface ConsentHistoryAdapters {
  readonly profiles: ProfileStore;
  readonly consentHistory: ConsentHistory;
}

const chainOfEntries = (umid: Umid, length: number, first = 1): readonly ConsentEntry[] =>
  manyOf(length, (index) => aConsentEntry({ umid, sequence: first + index }));

/** What every ConsentHistory promises. */
export const defineConsentHistoryContract = (
  make: () => Promise<DurableFixture<ConsentHistoryAdapters>>,
): void => {
  describe('the contract of a consent history:', () => {
    const fixture = usingFixture(make);
    const write = (scope: Scope, consent: readonly ConsentEntry[]) =>
      fixture().adapter.profiles.commit(scope, aCommit({ consent }));
    const read = (scope: Scope, umid: Umid, range: Partial<ChainRange> = {}) =>
      fixture().adapter.consentHistory.entries(scope, umid, {
        order: 'oldestFirst',
        after: null,
        limit: 100,
        ...range,
      });
    const numbers = async (...args: Parameters<typeof read>) =>
      (await read(...args)).map(({ sequence }) => sequence);

    test('the chain of a umid comes whole and in the order of its numbers, from either end', async () => {
      const [scope, umid] = [scopeOf(randomAccount()), randomUmid()];
      const chain = chainOfEntries(umid, 12);
      await write(scope, chain);
      await write(scope, chainOfEntries(randomUmid(), 3));
      const standing = chain.map((entry) => ({ sequence: entry.sequence, entry }));
      expect(await read(scope, umid)).toEqual(standing);
      expect(await read(scope, umid, { order: 'newestFirst' })).toEqual(standing.toReversed());
    });

    test('page after page meets each entry once, also when entries arrive in between', async () => {
      const [scope, umid] = [scopeOf(randomAccount()), randomUmid()];
      await write(scope, chainOfEntries(umid, 10));
      expect(await numbers(scope, umid, { limit: 4 })).toEqual([1, 2, 3, 4]);
      expect(await numbers(scope, umid, { limit: 4, order: 'newestFirst' })).toEqual([10, 9, 8, 7]);
      await write(scope, chainOfEntries(umid, 2, 11));
      expect(await numbers(scope, umid, { after: 4 })).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
      expect(await numbers(scope, umid, { after: 7, order: 'newestFirst' })).toEqual([6, 5, 4, 3, 2, 1]);
      expect(await numbers(scope, umid, { after: 12 })).toEqual([]);
      expect(await numbers(scope, umid, { after: 1, order: 'newestFirst' })).toEqual([]);
    });

    test('a number that is missing leaves a gap, and nothing else', async () => {
      const [scope, umid] = [scopeOf(randomAccount()), randomUmid()];
      await write(scope, chainOfEntries(umid, 2));
      await write(scope, chainOfEntries(umid, 2, 9));
      expect(await numbers(scope, umid)).toEqual([1, 2, 9, 10]);
    });

    test('profiles and redirects come in the order of their umids, each once', async () => {
      const scope = scopeOf(randomAccount());
      const profiles = manyOf(5, () => aProfile());
      const redirect = aRedirect(randomUmid(), profiles[0]!.umid);
      const stored = [...profiles, redirect].toSorted((a, b) => (a.umid < b.umid ? -1 : 1));
      await fixture().adapter.profiles.commit(scope, aCommit({ profiles: stored.map(fresh) }));
      const { consentHistory } = fixture().adapter;
      expect(await consentHistory.profiles(scope, null, 100)).toEqual(stored);
      expect(await consentHistory.profiles(scope, null, 2)).toEqual(stored.slice(0, 2));
      expect(await consentHistory.profiles(scope, stored[1]!.umid, 3)).toEqual(stored.slice(2, 5));
      expect(await consentHistory.profiles(scope, stored[5]!.umid, 3)).toEqual([]);
    });

    test('accounts do not see each other, whatever they are called', async () => {
      const name = randomAccount();
      const [scope, umid] = [scopeOf(name), randomUmid()];
      const [own, other] = [aProfile({ umid }), aProfile({ umid })];
      const elsewhere = scopeOf(`${name}:x`);
      await fixture().adapter.profiles.commit(scope, aCommit({ profiles: [fresh(own)] }));
      await fixture().adapter.profiles.commit(elsewhere, aCommit({ profiles: [fresh(other)] }));
      await write(elsewhere, chainOfEntries(umid, 3));
      expect(await read(scope, umid)).toEqual([]);
      expect(await fixture().adapter.consentHistory.profiles(scope, null, 10)).toEqual([own]);
      expect(await fixture().adapter.consentHistory.profiles(elsewhere, null, 10)).toEqual([other]);
    });

    test('a deadline that has passed is Unavailable', async () => {
      const scope = scopeOf(randomAccount(), PAST_DEADLINE);
      await expect(read(scope, randomUmid())).rejects.toMatchObject({ name: 'Unavailable' });
      const { consentHistory } = fixture().adapter;
      await expect(consentHistory.profiles(scope, null, 1)).rejects.toMatchObject({ name: 'Unavailable' });
    });
  });
};
