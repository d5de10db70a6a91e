import type { AccountName } from '@kith/domain/pipeline';
import type { Umid } from '@kith/domain/identity';
import type { ErasedCounts } from '@kith/domain/privacy';
import { belongingsOf, forgetBelonging } from '../profiles/belongings.ts';
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

type Clearing = (store: StoreCollections, account: AccountName, umid: Umid, limit: number) => Removed;

/**
 * Removes what an erasure takes from under a umid, as `clearStored` does: beside that, the dead letters that name it.
 */
export const clearUmid: Clearing = (store, account, umid, limit) => ({
  logRecords: removeDeadLettersOf(store, umid, limit),
  ...clearStored(store, account, umid, limit),
});

/**
 * Removes what is stored under a umid, at most `limit` of each kind; to be called in a write transaction. What is
 * removed last is the profile, so that whoever looks finds the rest.
 */
export const clearStored: Clearing = (store, account, umid, limit) =>
  CLEARINGS.reduce<Removed>((removed, clear) => ({ ...removed, ...clear(store, account, umid, limit) }), {});

const clearEvents: Clearing = (store, account, umid, limit) => ({
  events: removeEventsOf(store, account, umid, limit),
});

const clearConsent: Clearing = (store, account, umid, limit) => {
  const keys = store.consent.keys({ ...forwards(account, umid), limit });
  for (const key of keys) store.consent.remove(key);
  return { consentEntries: keys.length };
};

const clearActivity: Clearing = (store, account, umid) => ({
  activities: Number(store.activities.remove(accountKey(account, umid))),
});

const clearLinks: Clearing = (store, account, umid, limit) => {
  const links = store.linksByTime.values({ ...forwards(account, umid), limit });
  for (const link of links) removeLink(store, account, link);
  return { links: links.length };
};

const clearHoldings: Clearing = (store, account, umid, limit) => {
  const digests = belongingsOf(store, account, umid, 'holding', limit);
  for (const digest of digests) {
    removeHolding(store, account, digest, umid);
    forgetBelonging(store, account, umid, 'holding', digest);
  }
  return { sharedHoldings: digests.length };
};

const clearIdentifiers: Clearing = (store, account, umid, limit) => {
  const digests = belongingsOf(store, account, umid, 'identifier', limit);
  const own = digests.filter((digest) => store.identifiers.get(accountKey(account, digest))?.umid === umid);
  for (const digest of own) store.identifiers.remove(accountKey(account, digest));
  for (const digest of digests) forgetBelonging(store, account, umid, 'identifier', digest);
  return { identifiers: own.length };
};

const clearProfile: Clearing = (store, account, umid) => {
  store.shortcuts.remove(accountKey(account, umid));
  return { profiles: Number(removeProfile(store, account, umid)) };
};

const clearDeliveries: Clearing = (store, account, umid, limit) => ({
  parcels: removeDeliveriesOf(store, account, umid, limit),
});

const CLEARINGS: readonly Clearing[] = [
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
  const ranges = [store.events, store.consent, store.linksByTime, store.belongings];
  if (hasDeadLetter(store, umid) || hasDeliveries(store, account, umid)) return true;
  return ranges.some((collection) => collection.keys({ ...forwards(account, umid), limit: 1 }).length > 0);
};
