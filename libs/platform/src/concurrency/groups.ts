/** How much a group may hold. */
export interface GroupBounds<T> {
  readonly maxItems: number;
  /** What an item counts against `maxWeight`, in bytes. */
  readonly weightOf: (item: T) => number;
  /** What a group weighs at most; an item that weighs more goes by itself. */
  readonly maxWeight: number;
}

/** What makes groups of items, and what is done with one. */
export interface GroupsOptions<T> extends GroupBounds<T> {
  /** Does a group; it answers its items itself and never rejects. */
  readonly run: (group: readonly T[]) => Promise<void>;
}

/** Items that are done in groups, one group after the other. */
export interface Groups<T> {
  add(item: T): void;
}

/**
 * Items that arrive while a group is under way form the next one. Where none is, an item waits only for those that
 * arrive in the same turn of the event loop.
 */
export const createGroups = <T>(options: GroupsOptions<T>): Groups<T> => {
  let waiting: T[] = [];
  let isBusy = false;
  const take = (): readonly T[] => {
    const size = groupSize(waiting, options);
    const group = waiting.slice(0, size);
    waiting = waiting.slice(size);
    return group;
  };
  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) await options.run(take());
    isBusy = false;
  };
  return {
    add: (item) => {
      waiting.push(item);
      if (isBusy) return;
      isBusy = true;
      setImmediate(() => void runAll());
    },
  };
};

/** How many of the items, from the first on, make one group; the first always does. */
export const groupSize = <T>(
  items: readonly T[],
  { maxItems, maxWeight, weightOf }: GroupBounds<T>,
): number => {
  let weight = 0;
  const end = items.findIndex((item, index) => {
    weight += weightOf(item);
    return index >= maxItems || (index > 0 && weight > maxWeight);
  });
  return end === -1 ? items.length : end;
};
