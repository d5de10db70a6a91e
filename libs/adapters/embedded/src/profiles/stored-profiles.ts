import type { Profile, StoredProfile, Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { forgetIdle } from './idle-visitors.ts';
import { accountKey, type StoreKey } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** Keeps both orders of the living profiles, with one that is about to be written in the place of another. */
export const keepPlaces = (
  store: StoreCollections,
  account: AccountName,
  value: StoredProfile,
  stored: StoredProfile | undefined,
): void => {
  const [before, after] = [placesOf(account, stored), placesOf(account, value)];
  for (const place of without(before, after)) store.personPlaces.remove(place);
  for (const place of without(after, before)) store.personPlaces.put(place, true);
};

/** Removes what is stored under a umid, and its places in all orders; whether there was something. */
export const removeProfile = (store: StoreCollections, account: AccountName, umid: Umid): boolean => {
  const key = accountKey(account, umid);
  for (const place of placesOf(account, store.profiles.get(key))) store.personPlaces.remove(place);
  forgetIdle(store, account, umid);
  return store.profiles.remove(key);
};

/** Where a living profile stands in both orders; a redirect stands nowhere. */
export const placesOf = (account: AccountName, stored: StoredProfile | undefined): readonly StoreKey[] =>
  stored?.kind === 'profile'
    ? [
        placeIn(account, stored, 'created', stored.createdAt),
        placeIn(account, stored, 'changed', stored.changedAt),
      ]
    : [];

const placeIn = (
  account: AccountName,
  { state, source, umid }: Profile,
  order: 'created' | 'changed',
  at: number,
): StoreKey => accountKey(account, order, state, source, at, umid);

const without = (places: readonly StoreKey[], others: readonly StoreKey[]): readonly StoreKey[] =>
  places.filter((place) => !others.some((other) => isSameKey(place, other)));

const isSameKey = (one: StoreKey, other: StoreKey): boolean =>
  one.length === other.length && one.every((part, index) => part === other[index]);
