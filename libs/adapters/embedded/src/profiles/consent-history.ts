import type { ConsentEntry, StandingEntry } from '@kith/domain/consent';
import type { AccountName } from '@kith/domain/pipeline';
import type { Umid } from '@kith/domain/identity';
import type { ChainRange, ConsentHistory } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import { accountKey, backwards, forwards, type KeyRange, type StoreKey } from '../engine/keys.ts';
import { tallyIn } from './head-tallies.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** The consent history in the embedded store. */
export const createConsentHistory = (environment: Environment, store: StoreCollections): ConsentHistory => ({
  entries: ({ account, deadline }, umid, range) =>
    environment.read(deadline, () => entriesIn(store, account, umid, range)),
  profiles: ({ account, deadline }, after, limit) =>
    environment.read(deadline, () => {
      const { start, end } = forwards(account);
      const behind = after === null ? start : forwards(account, after).start;
      return store.profiles.values({ start: behind, end, limit });
    }),
  tallies: ({ account, deadline }, buckets) =>
    environment.read(deadline, () => buckets.flatMap((bucket) => tallyIn(store, account, bucket) ?? [])),
});

/** A part of a chain; to be called in a read. */
export const entriesIn = (
  store: StoreCollections,
  account: AccountName,
  umid: Umid,
  range: ChainRange,
): readonly StandingEntry[] =>
  store.consent
    .keys(chainRange(account, umid, range))
    .map((key) => ({ sequence: Number(key[2]), entry: readEntry(store, key) }));

/** What stands there may have been tampered with. */
const readEntry = (store: StoreCollections, key: StoreKey): ConsentEntry | null => {
  try {
    return store.consent.get(key) ?? null;
  } catch {
    return null;
  }
};

const chainRange = (account: AccountName, umid: Umid, { order, after, limit }: ChainRange): KeyRange => {
  const isForwards = order === 'oldestFirst';
  const range = isForwards ? forwards(account, umid) : backwards(account, umid);
  if (after === null) return { ...range, limit };
  return { ...range, start: accountKey(account, umid, after + (isForwards ? 1 : -1)), limit };
};
