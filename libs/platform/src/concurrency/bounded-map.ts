import { LRUCache } from 'lru-cache';

/** A map of a bounded number of entries: what was set longest ago makes room for what is new, however often it was asked for. */
export interface BoundedMap<K, V> {
  get(key: K): V | undefined;
  /** The key is the newest from now on. */
  set(key: K, value: V): void;
  delete(key: K): void;
  /** The oldest first; not to be changed while it is walked. */
  entries(): Iterable<readonly [K, V]>;
  size(): number;
}

/** A bounded map that is empty, for one entry at least; for one that evicts by use there is `lru-cache` itself. */
export const createBoundedMap = <K extends string | number, V extends string | number | boolean | object>(
  maxEntries: number,
): BoundedMap<K, V> => {
  // A Map of the language finds its oldest key only by passing over the places of those that have gone.
  const entries = new LRUCache<K, V>({ max: maxEntries });
  return {
    get: (key) => entries.peek(key),
    set: (key, value) => void entries.set(key, value),
    delete: (key) => void entries.delete(key),
    entries: () => ({ [Symbol.iterator]: () => entries.rentries() as Iterator<[K, V]> }),
    size: () => entries.size,
  };
};
