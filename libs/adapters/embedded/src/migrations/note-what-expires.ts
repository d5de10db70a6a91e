import type { RootDatabase } from 'lmdb';
import { keepIdle } from '../profiles/idle-visitors.ts';
import type { StoreKey } from '../engine/keys.ts';
import { eachBehind } from './note-read-members.ts';
import { openStoreCollections } from '../engine/store-collections.ts';
import { noteReceipt } from '../tracking/stored-events.ts';

/** Notes when what was stored before anything expired was seen and received: first all profiles, then all events. */
export const noteWhatExpires = (root: RootDatabase, behind: StoreKey | null): StoreKey | null => {
  const store = openStoreCollections(root);
  const [what = 'profiles', ...key] = behind ?? [];
  if (what === 'events') {
    const last = eachBehind(store.events, key, (account, event) => noteReceipt(store, account, event));
    return last === null ? null : ['events', ...last];
  }
  const last = eachBehind(store.profiles, key, (account, stored) => keepIdle(store, account, stored));
  return last === null ? ['events'] : ['profiles', ...last];
};
