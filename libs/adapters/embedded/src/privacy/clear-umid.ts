import type { AccountName } from '@kith/domain/pipeline';
import type { Umid } from '@kith/domain/identity';
import type { ErasedCounts } from '@kith/domain/privacy';
import { ownedKeys, forgetOwned } from '../profiles/ownership-index.ts';
import { accountKey, forwards } from '../engine/keys.ts';
import { removeLink } from '../profiles/links.ts';
import { removeHolding } from '../profiles/shared-holders.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import { removeEventsOf } from '../tracking/stored-events.ts';
import { hasDeadLetter, removeDeadLettersOf } from '../tracking/stored-dead-letters.ts';
import { hasDeliveries, removeDeliveriesOf } from '../destinations/stored-deliveries.ts';
import { removeProfile } from '../profiles/stored-profiles.ts';

/** How many of each kind were removed. */
export type Removed = Partial<ErasedCounts>;

type ClearUmid = (store: StoreCollections, account: AccountName, umid: Umid, limit: number) => Removed;

/**
 * Removes what an erasure takes from under a umid, as `clearStored` does: beside that, the dead letters that name it.
 */
export const clearUmid: ClearUmid = (store, account, umid, limit) => ({
  logRecords: removeDeadLettersOf(store, umid, limit),
  ...clearStored(store, account, umid, limit),
});

/**
 * Removes what is stored under a umid, at most `limit` of each kind; to be called in a write transaction. What is
 * removed last is the profile, so that whoever looks finds the rest.
 */
export const clearStored: ClearUmid = (store, account, umid, limit) =>
  CLEARINGS.reduce<Removed>((removed, clear) => ({ ...removed, ...clear(store, account, umid, limit) }), {});

const clearEvents: ClearUmid = (store, account, umid, limit) => ({
  events: removeEventsOf(store, account, umid, limit),
});

const clearConsent: ClearUmid = (store, account, umid, limit) => {
  const keys = store.consent.keys({ ...forwards(account, umid), limit });
  for (const key of keys) store.consent.remove(key);
  return { consentEntries: keys.length };
};

const clearActivity: ClearUmid = (store, account, umid) => ({
  activities: Number(store.activities.remove(accountKey(account, umid))),
});

const clearLinks: ClearUmid = (store, account, umid, limit) => {
  const links = store.linksByTime.values({ ...forwards(account, umid), limit });
  for (const link of links) removeLink(store, account, link);
  return { links: links.length };
};

const clearHoldings: ClearUmid = (store, account, umid, limit) => {
  const digests = ownedKeys(store, account, { umid, kind: 'holding' }, limit);
  for (const digest of digests) {
    removeHolding(store, account, digest, umid);
    forgetOwned(store, account, { umid, kind: 'holding', key: digest });
  }
  return { sharedHoldings: digests.length };
};

const clearIdentifiers: ClearUmid = (store, account, umid, limit) => {
  const digests = ownedKeys(store, account, { umid, kind: 'identifier' }, limit);
  const own = digests.filter((digest) => store.identifiers.get(accountKey(account, digest))?.umid === umid);
  for (const digest of own) store.identifiers.remove(accountKey(account, digest));
  for (const digest of digests) forgetOwned(store, account, { umid, kind: 'identifier', key: digest });
  return { identifiers: own.length };
};

const clearProfile: ClearUmid = (store, account, umid) => {
  store.shortcuts.remove(accountKey(account, umid));
  return { profiles: Number(removeProfile(store, account, umid)) };
};

const clearDeliveries: ClearUmid = (store, account, umid, limit) => ({
  parcels: removeDeliveriesOf(store, account, umid, limit),
});

const CLEARINGS: readonly ClearUmid[] = [
  clearDeliveries,
  clearEvents,
  clearConsent,
  clearActivity,
  clearLinks,
  clearHoldings,
  clearIdentifiers,
  clearProfile,
];

/** Whether something is left under a umid beside devices, which go by themselves. */
export const holdsAnything = (store: StoreCollections, account: AccountName, umid: Umid): boolean => {
  const ranges = [store.events, store.consent, store.linksByTime, store.ownershipIndex];
  if (hasDeadLetter(store, umid) || hasDeliveries(store, account, umid)) return true;
  return ranges.some((collection) => collection.keys({ ...forwards(account, umid), limit: 1 }).length > 0);
};
