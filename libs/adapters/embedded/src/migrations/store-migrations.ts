import type { Umid } from '@kith/domain/identity';
import type { RootDatabase } from 'lmdb';
import type { StoreKey } from '../engine/keys.ts';
import type { Migration } from '../engine/migration.ts';
import { openStoreCollections } from '../engine/store-collections.ts';
import { keepIdle } from '../profiles/idle-visitors.ts';
import { noteOwned, putDevice } from '../profiles/ownership-index.ts';
import { noteReceipt } from '../tracking/stored-events.ts';
import { eachBehind, noteReadMembers } from './note-read-members.ts';

/** Notes when what was stored before anything expired was seen and received: first all profiles, then all events. */
const noteWhatExpires = (root: RootDatabase, behind: StoreKey | null): StoreKey | null => {
  const store = openStoreCollections(root);
  const [what = 'profiles', ...key] = behind ?? [];
  if (what === 'events') {
    const last = eachBehind(store.events, key, (account, event) => noteReceipt(store, account, event));
    return last === null ? null : ['events', ...last];
  }
  const last = eachBehind(store.profiles, key, (account, stored) => keepIdle(store, account, stored));
  return last === null ? ['events'] : ['profiles', ...last];
};

const EVERYTHING = { start: [false] as StoreKey, end: ['\uffff'] as StoreKey };

/** Notes what was stored before the ownership index was kept. */
const buildOwnershipIndex = (root: RootDatabase): void => {
  const store = openStoreCollections(root);
  for (const { key, value } of store.devices.entries(EVERYTHING)) putDevice(store, String(key[0]), value);
  for (const { key, value } of store.identifiers.entries(EVERYTHING)) {
    noteOwned(store, String(key[0]), { umid: value.umid, kind: 'identifier', key: String(key[1]) });
  }
  for (const { key } of store.holdings.entries(EVERYTHING)) {
    noteOwned(store, String(key[0]), { umid: String(key[2]) as Umid, kind: 'holding', key: String(key[1]) });
  }
};

/** How the store under `store` came to its present layout. A released migration is never changed. */
export const STORE_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'first layout', migrate: () => undefined },
  { version: 2, name: 'who owns what', migrate: buildOwnershipIndex },
  { version: 3, name: 'what expires when', migratePart: noteWhatExpires },
  { version: 4, name: 'what analysts read', migratePart: noteReadMembers },
  // Rows of before are read as they are; programs of before would not understand those of now.
  { version: 5, name: 'rows of several records in the log', migrate: () => undefined },
];

/** The layout of the store that this release knows. */
export const STORE_LAYOUT = Math.max(...STORE_MIGRATIONS.map(({ version }) => version));
