import type { RootDatabase } from 'lmdb';
import type { Umid } from '@kith/domain/identity';
import { noteOwned, putDevice } from '../profiles/ownership-index.ts';
import type { StoreKey } from '../engine/keys.ts';
import { openStoreCollections } from '../engine/store-collections.ts';

const EVERYTHING = { start: [false] as StoreKey, end: ['\uffff'] as StoreKey };

/** Notes what was stored before the ownership index was kept. */
export const buildOwnershipIndex = (root: RootDatabase): void => {
  const store = openStoreCollections(root);
  for (const { key, value } of store.devices.entries(EVERYTHING)) putDevice(store, String(key[0]), value);
  for (const { key, value } of store.identifiers.entries(EVERYTHING)) {
    noteOwned(store, String(key[0]), { umid: value.umid, kind: 'identifier', key: String(key[1]) });
  }
  for (const { key } of store.holdings.entries(EVERYTHING)) {
    noteOwned(store, String(key[0]), { umid: String(key[2]) as Umid, kind: 'holding', key: String(key[1]) });
  }
};
