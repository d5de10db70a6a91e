import type { AccountName } from '@kith/domain/pipeline';
import type { Profile, StoredProfile, Umid } from '@kith/domain/identity';
import { mayExpire } from '@kith/domain/privacy';
import { accountKey, forwards, type StoreKey } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/**
 * Keeps the order in which visitors expire, with a profile that is being written: one that may expire has a place in it,
 * any other has none. A place that is there already stays where it is, so that a visitor's every sight is not a write;
 * whoever finds it at the head looks when the visitor was last seen, and puts it off.
 */
export const keepIdle = (
  store: StoreCollections,
  account: AccountName,
  stored: StoredProfile,
  isNew = false,
): void => {
  const isIdle = stored.kind === 'profile' && mayExpire(stored);
  const hasPlace = !isNew && store.idleSince.has(accountKey(account, stored.umid));
  if (isIdle && !hasPlace) putIdle(store, account, stored.umid, stored.lastSeenAt);
  if (!isIdle && hasPlace) forgetIdle(store, account, stored.umid);
};

/** Gives a visitor another place in the order. */
export const moveIdle = (store: StoreCollections, account: AccountName, umid: Umid, since: number): void => {
  forgetIdle(store, account, umid);
  putIdle(store, account, umid, since);
};

/** Takes a visitor out of the order. */
export const forgetIdle = (store: StoreCollections, account: AccountName, umid: Umid): void => {
  const key = accountKey(account, umid);
  const since = store.idleSince.get(key);
  if (since === undefined) return;
  store.idle.remove(accountKey(account, since, umid));
  store.idleSince.remove(key);
};

/** The places that lie before that time, in their order. */
export const placesBefore = (
  store: StoreCollections,
  account: AccountName,
  seenBefore: number,
  limit: number,
): readonly StoreKey[] =>
  store.idle.keys({ ...forwards(account), end: accountKey(account, seenBefore), limit });

/** Whose place it is; null where no profile lives there any more. */
export const profileAt = (store: StoreCollections, account: AccountName, place: StoreKey): Profile | null => {
  const stored = store.profiles.get(accountKey(account, String(place[2])));
  return stored?.kind === 'profile' ? stored : null;
};

/** Takes the places away at which no profile lives. */
export const forgetVacant = (
  store: StoreCollections,
  account: AccountName,
  places: readonly StoreKey[],
): void => {
  for (const place of places.filter((one) => profileAt(store, account, one) === null)) {
    store.idle.remove(place);
    store.idleSince.remove(accountKey(account, String(place[2])));
  }
};

const putIdle = (store: StoreCollections, account: AccountName, umid: Umid, since: number): void => {
  store.idle.put(accountKey(account, since, umid), true);
  store.idleSince.put(accountKey(account, umid), since);
};
