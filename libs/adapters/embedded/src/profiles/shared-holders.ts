import type { AccountName } from '@kith/domain/pipeline';
import type { Identifier, SharedHolding, Umid } from '@kith/domain/identity';
import { MAX_HOLDINGS } from '@kith/domain/resolution';
import { noteOwned } from './ownership-index.ts';
import { accountKey, backwards, identifierDigest } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** The most recent holdings of a value of a shared identifier. */
export const holdingsOf = (
  store: StoreCollections,
  account: AccountName,
  { name, value }: Identifier,
): readonly SharedHolding[] => {
  const range = { ...backwards(account, identifierDigest({ name, value })), limit: MAX_HOLDINGS };
  return Array.from(store.holdingsByTime.entries(range), ({ key, value: umid }) => ({
    name,
    value,
    umid,
    lastSeen: Number(key[2]),
  }));
};

/** Records a holding; the time of an earlier sight never replaces a later one. */
export const putHolding = (store: StoreCollections, account: AccountName, holding: SharedHolding): void => {
  const digest = identifierDigest(holding);
  const key = accountKey(account, digest, holding.umid);
  const before = store.holdings.get(key);
  if (before !== undefined && before >= holding.lastSeen) return;
  if (before !== undefined) store.holdingsByTime.remove(accountKey(account, digest, before, holding.umid));
  store.holdings.put(key, holding.lastSeen);
  noteOwned(store, account, { umid: holding.umid, kind: 'holding', key: digest });
  store.holdingsByTime.put(accountKey(account, digest, holding.lastSeen, holding.umid), holding.umid);
};

/** Removes what a umid holds of a shared identifier, by the digest of that. */
export const removeHolding = (
  store: StoreCollections,
  account: AccountName,
  digest: string,
  umid: Umid,
): void => {
  const key = accountKey(account, digest, umid);
  const lastSeen = store.holdings.get(key);
  if (lastSeen === undefined) return;
  store.holdingsByTime.remove(accountKey(account, digest, lastSeen, umid));
  store.holdings.remove(key);
};
