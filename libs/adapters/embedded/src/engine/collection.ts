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
  collectionOf(written(root.openDB<V, StoreKey>(name, { encoding: 'json' }), JSON.stringify));

/** Values are plain text, for records that are text already. */
export const openText = (root: RootDatabase, name: string): Collection<string> =>
  collectionOf(written(root.openDB<string, StoreKey>(name, { encoding: 'string' }), (text) => text));

/** A value of a database is written here unless it may need more bytes. */
const SCRATCH_BYTES = 64 * 1024;
const MAX_BYTES_PER_CHARACTER = 3;

/**
 * Encodes values into bytes that the next value overwrites: a put in a write transaction has copied them by then, and a
 * buffer for each value would cost as much as its place in the tree.
 */
const written = <V>(database: Database<V, StoreKey>, textOf: (value: V) => string): Database<V, StoreKey> => {
  const scratch = Object.assign(Buffer.allocUnsafeSlow(SCRATCH_BYTES), { start: 0, end: 0 });
  const encode = (value: V): Buffer => {
    const text = textOf(value);
    if (text.length * MAX_BYTES_PER_CHARACTER > SCRATCH_BYTES) return Buffer.from(text);
    scratch.end = scratch.write(text);
    return scratch;
  };
  // Set here and no option: the library would read with it too, from a copy of the bytes.
  return Object.assign(database, { encoder: { encode } });
};

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
