import type { RootDatabase } from 'lmdb';
import type { Umid } from '@kith/domain/identity';
import { noteBelonging, putDevice } from '../profiles/belongings.ts';
import type { StoreKey } from '../engine/keys.ts';
import { openStoreCollections } from '../engine/store-collections.ts';

const EVERYTHING = { start: [false] as StoreKey, end: ['\uffff'] as StoreKey };

/** Notes what was stored before belongings were noted. */
export const noteAllBelongings = (root: RootDatabase): void => {
  const store = openStoreCollections(root);
  for (const { key, value } of store.devices.entries(EVERYTHING)) putDevice(store, String(key[0]), value);
  for (const { key, value } of store.identifiers.entries(EVERYTHING)) {
    noteBelonging(store, String(key[0]), value.umid, 'identifier', String(key[1]));
  }
  for (const { key } of store.holdings.entries(EVERYTHING)) {
    noteBelonging(store, String(key[0]), String(key[2]) as Umid, 'holding', String(key[1]));
  }
};
