import type { Database, RootDatabase } from 'lmdb';
import type { KeyRange, StoreKey } from './keys.ts';

/** One named database of an environment. Writes belong into a write transaction; they take effect there at once. */
export interface Collection<V> {
  get(key: StoreKey): V | undefined;
  has(key: StoreKey): boolean;
  put(key: StoreKey, value: V): void;
  /** Whether it was there. */
  remove(key: StoreKey): boolean;
  /** In the order of the keys; walks on only as far as it is asked to. */
  entries(range: KeyRange): Iterable<{ readonly key: StoreKey; readonly value: V }>;
  values(range: KeyRange): readonly V[];
  keys(range: KeyRange): readonly StoreKey[];
  count(range: KeyRange): number;
}

/**
 * Values are JSON: every member name comes back as it went in, `__proto__` among them, and no shared structure
 * stands between a value and the program that reads it.
 */
export const openJson = <V>(root: RootDatabase, name: string): Collection<V> =>
  collectionOf(root.openDB<V, StoreKey>(name, { encoding: 'json' }));

/** Values are plain text, for records that are text already. */
export const openText = (root: RootDatabase, name: string): Collection<string> =>
  collectionOf(root.openDB<string, StoreKey>(name, { encoding: 'string' }));

const collectionOf = <V>(database: Database<V, StoreKey>): Collection<V> => ({
  get: (key) => database.get(key),
  has: (key) => database.doesExist(key),
  put: (key, value) => database.putSync(key, value),
  remove: (key) => database.removeSync(key),
  entries: (range) => database.getRange(range).map(({ key, value }) => ({ key: asWritten(key), value })),
  values: (range) => Array.from(database.getRange(range), ({ value }) => value),
  keys: (range) => Array.from(database.getKeys(range), asWritten),
  count: (range) => database.getKeysCount(range),
});

/** A key of one element is read back as that element alone. */
export const asWritten = (key: StoreKey | StoreKey[number]): StoreKey => (Array.isArray(key) ? key : [key]);
