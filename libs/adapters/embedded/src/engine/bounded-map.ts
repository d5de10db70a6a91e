/** Keeps at most so many values, each for a time; what was used longest ago goes first. */
export interface BoundedMap<V> {
  /** The value, unless its time is over. It counts as used. */
  get(key: string): V | null;
  set(key: string, value: V): void;
  delete(key: string): void;
  readonly size: number;
}

export interface BoundedMapOptions {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly maxEntries: number;
  readonly lifetimeMs: number;
}

export const createBoundedMap = <V>({ clock, maxEntries, lifetimeMs }: BoundedMapOptions): BoundedMap<V> => {
  // A Map walks its keys in the order of their insertion: the first is the one used longest ago.
  const entries = new Map<string, { readonly value: V; readonly until: number }>();
  const touch = (key: string, entry: { readonly value: V; readonly until: number }): void => {
    entries.delete(key);
    entries.set(key, entry);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      if (entry.until > clock()) touch(key, entry);
      else entries.delete(key);
      return entry.until > clock() ? entry.value : null;
    },
    set(key, value) {
      touch(key, { value, until: clock() + lifetimeMs });
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    },
    delete: (key) => void entries.delete(key),
    get size() {
      return entries.size;
    },
  };
};
