import type { AccountName } from '@kith/domain/pipeline';
import type { Identifier, SharedHolding, Umid } from '@kith/domain/identity';
import { noteBelonging } from './belongings.ts';
import { livingProfile } from './follow-redirects.ts';
import { accountKey, backwards, identifierDigest } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** Links are bounded to 32 profiles (docs/behaviour.md#links). */
const MAX_HOLDERS = 32;
/** How many holdings are looked at to find them; the others were merged into the same profiles. */
const MAX_HOLDINGS = 256;

/** The living profiles that hold a value of a shared identifier, most recent first. */
export const holdersOf = (
  store: StoreCollections,
  account: AccountName,
  identifier: Identifier,
): readonly Umid[] => {
  const living = new Set<Umid>();
  const range = { ...backwards(account, identifierDigest(identifier)), limit: MAX_HOLDINGS };
  for (const { value: umid } of store.holdingsByTime.entries(range)) {
    const profile = livingProfile(store, account, umid);
    if (profile !== null) living.add(profile.umid);
    if (living.size === MAX_HOLDERS) break;
  }
  return Array.from(living);
};

/** Records a holding; the time of an earlier sight never replaces a later one. */
export const putHolding = (store: StoreCollections, account: AccountName, holding: SharedHolding): void => {
  const digest = identifierDigest(holding);
  const key = accountKey(account, digest, holding.umid);
  const before = store.holdings.get(key);
  if (before !== undefined && before >= holding.lastSeen) return;
  if (before !== undefined) store.holdingsByTime.remove(accountKey(account, digest, before, holding.umid));
  store.holdings.put(key, holding.lastSeen);
  noteBelonging(store, account, holding.umid, 'holding', digest);
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
