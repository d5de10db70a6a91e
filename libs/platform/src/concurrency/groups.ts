/** How much a group may hold. */
export interface GroupBounds<T> {
  readonly maxItems: number;
  /** What an item counts against `maxWeight`, for example in bytes. */
  readonly weightOf: (item: T) => number;
  /** What a group weighs at most; an item that weighs more goes by itself. */
  readonly maxWeight: number;
}

/** What makes groups of items, and what is done with one. */
export interface GroupsOptions<T> extends GroupBounds<T> {
  /** Does a group; it answers its items itself and never rejects. */
  readonly run: (group: readonly T[]) => Promise<void>;
  /** So many groups at most go side by side where what waits fills one by itself; one by default. */
  readonly maxAtOnce?: number;
}

/** Items that are done in groups. */
export interface Groups<T> {
  add(item: T): void;
}

/**
 * Items that arrive while a group is under way form the next one, which waits for its end unless it is full. Where none
 * is under way, an item waits only for those that arrive in the same turn of the event loop.
 */
export const createGroups = <T>({ run, maxAtOnce = 1, ...bounds }: GroupsOptions<T>): Groups<T> => {
  let waiting: T[] = [];
  let underWay = 0;
  let isWoken = false;
  const mayStart = (): boolean =>
    underWay === 0 ? waiting.length > 0 : underWay < maxAtOnce && fillsGroup(waiting, bounds);
  const take = (): readonly T[] => {
    const size = groupSize(waiting, bounds);
    const group = waiting.slice(0, size);
    waiting = waiting.slice(size);
    return group;
  };
  const startAll = (): void => {
    isWoken = false;
    while (mayStart()) void runOne(take());
  };
  const runOne = async (group: readonly T[]): Promise<void> => {
    underWay += 1;
    await run(group);
    underWay -= 1;
    startAll();
  };
  return {
    add: (item) => {
      waiting.push(item);
      if (isWoken || !mayStart()) return;
      isWoken = true;
      setImmediate(startAll);
    },
  };
};

const fillsGroup = <T>(items: readonly T[], { maxItems, maxWeight, weightOf }: GroupBounds<T>): boolean =>
  items.length >= maxItems || items.reduce((sum, item) => sum + weightOf(item), 0) >= maxWeight;

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
