/** How often each thing has happened since the beginning, by its name. */
export type Counts = Readonly<Record<string, number>>;

/** Counts what passes. */
export interface Tally {
  add(name: string): void;
  counts(): Counts;
  /** Leaves out what is of this name from now on: what goes on by itself, whether anybody asks or not. */
  leaveOut(names: readonly string[]): void;
  /** Waits until nothing has been added for so long, in milliseconds. */
  untilStill(milliseconds: number): Promise<void>;
}

export const createTally = (): Tally => {
  const counts = new Map<string, number>();
  const leftOut = new Set<string>();
  const watchers = new Set<() => void>();
  return {
    add(name) {
      if (leftOut.has(name)) return;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      for (const watcher of watchers) watcher();
    },
    counts: () => Object.fromEntries(counts),
    leaveOut: (names) => {
      for (const name of names) leftOut.add(name);
    },
    untilStill: (milliseconds) =>
      new Promise((resolve) => {
        const still = (): void => {
          watchers.delete(startAgain);
          resolve();
        };
        let timer = setTimeout(still, milliseconds);
        const startAgain = (): void => {
          clearTimeout(timer);
          timer = setTimeout(still, milliseconds);
        };
        watchers.add(startAgain);
      }),
  };
};

/** What was added between two looks. */
export const countsBetween = (before: Counts, after: Counts): Counts =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
      .filter(([, count]) => count > 0)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** The first two words of a name: which app said it, and to which server. */
const wayOf = (name: string): string => name.split(' ', 2).join(' ');

/** The sums by app and server: `identity-resolver mongodb`. */
export const countsByWay = (counts: Counts): Counts => {
  const sums: Record<string, number> = {};
  for (const [name, count] of Object.entries(counts)) {
    const way = wayOf(name);
    sums[way] = (sums[way] ?? 0) + count;
  }
  return sums;
};
