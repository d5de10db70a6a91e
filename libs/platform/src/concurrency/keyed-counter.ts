/** Counts by key; a key that comes to nothing takes no room. */
export interface KeyedCounter {
  count(key: string): number;
  add(keys: readonly string[], by: number): void;
}

export const createKeyedCounter = (): KeyedCounter => {
  const counts = new Map<string, number>();
  const count = (key: string): number => counts.get(key) ?? 0;
  const change = (key: string, by: number): void => {
    const changed = count(key) + by;
    if (changed === 0) counts.delete(key);
    else counts.set(key, changed);
  };
  return { count, add: (keys, by) => keys.forEach((key) => change(key, by)) };
};
