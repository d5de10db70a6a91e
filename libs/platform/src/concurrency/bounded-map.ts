/** A map of a bounded number of entries: what was set longest ago makes room for what is new. */
export interface BoundedMap<K, V> {
  get(key: K): V | undefined;
  /** The key is the newest from now on. */
  set(key: K, value: V): void;
  delete(key: K): void;
  /** The oldest first. */
  entries(): Iterable<readonly [K, V]>;
  size(): number;
}

/** A bounded map that is empty; for one that evicts by use there is `lru-cache`. */
export const createBoundedMap = <K, V>(maxEntries: number): BoundedMap<K, V> => {
  // A Map walks its keys in the order of their insertion.
  const entries = new Map<K, V>();
  // One walk over all keys for ever: a new one would pass over the places of those that have gone, each time.
  const oldest = entries.keys();
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key);
      if (entries.size >= maxEntries) entries.delete(oldest.next().value!);
      entries.set(key, value);
    },
    delete: (key) => void entries.delete(key),
    entries: () => entries,
    size: () => entries.size,
  };
};
