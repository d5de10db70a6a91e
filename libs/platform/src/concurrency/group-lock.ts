/** A lock that work of one group holds together, and never work of two groups at once. */
export interface GroupLock<Group extends string> {
  /** Runs work of a group, beside other work of it, when no other group holds the lock. */
  run<T>(group: Group, work: () => Promise<T>): Promise<T>;
}

interface Waiting<Group extends string> {
  readonly group: Group;
  readonly go: () => void;
}

/**
 * Whoever waits for the lock keeps those of other groups who come later from taking it first, so that no group waits for
 * ever. Work must end by a deadline of its own.
 */
export const createGroupLock = <Group extends string>(): GroupLock<Group> => {
  let holding: Group | null = null;
  let holders = 0;
  let waiting: readonly Waiting<Group>[] = [];
  const admit = (): void => {
    const [first] = waiting;
    if (holders > 0 || first === undefined) return;
    const admitted = waiting.filter(({ group }) => group === first.group);
    waiting = waiting.filter(({ group }) => group !== first.group);
    holding = first.group;
    holders = admitted.length;
    for (const { go } of admitted) go();
  };
  const acquire = (group: Group): Promise<void> => {
    const isFree = holders === 0 || holding === group;
    if (isFree && waiting.length === 0) {
      holding = group;
      holders += 1;
      return Promise.resolve();
    }
    return new Promise((go) => {
      waiting = [...waiting, { group, go }];
    });
  };
  return {
    async run(group, work) {
      await acquire(group);
      try {
        return await work();
      } finally {
        holders -= 1;
        admit();
      }
    },
  };
};
