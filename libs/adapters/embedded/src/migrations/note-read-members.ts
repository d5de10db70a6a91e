import type { RootDatabase } from 'lmdb';
import type { Collection } from '../engine/collection.ts';
import type { StoreKey } from '../engine/keys.ts';
import { openStoreCollections } from '../engine/store-collections.ts';
import { noteCounted } from '../tracking/stored-events.ts';
import { placesOf } from '../profiles/stored-profiles.ts';

const ENTRIES_PER_PART = 5_000;
const EVERYTHING = { start: [false] as StoreKey, end: ['\uffff'] as StoreKey };

/** Lists profiles and events that were stored before they were listed: first all profiles, then all events. */
export const noteReadMembers = (root: RootDatabase, behind: StoreKey | null): StoreKey | null => {
  const store = openStoreCollections(root);
  const [what = 'profiles', ...key] = behind ?? [];
  if (what === 'events') {
    const last = eachBehind(store.events, key, (account, event) => noteCounted(store, account, event));
    return last === null ? null : ['events', ...last];
  }
  const last = eachBehind(store.profiles, key, (account, stored) => {
    for (const place of placesOf(account, stored)) store.personPlaces.put(place, true);
  });
  return last === null ? ['events'] : ['profiles', ...last];
};

/** The key of the last of them; null where there are no more behind it. */
export const eachBehind = <V>(
  collection: Collection<V>,
  key: StoreKey,
  take: (account: string, value: V) => void,
): StoreKey | null => {
  const start = key.length === 0 ? EVERYTHING.start : key;
  const entries = Array.from(
    collection.entries({ ...EVERYTHING, start, limit: ENTRIES_PER_PART + Number(key.length > 0) }),
  ).slice(Number(key.length > 0));
  for (const entry of entries) take(String(entry.key[0]), entry.value);
  return entries.length < ENTRIES_PER_PART ? null : (entries.at(-1)?.key ?? null);
};
