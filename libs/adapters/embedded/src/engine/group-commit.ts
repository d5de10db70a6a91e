import { setImmediate } from 'node:timers/promises';
import type { RootDatabase } from 'lmdb';
import { createGroups } from '@kith/platform';
import { Unavailable, type Deadline } from '@kith/ports';
import { mustNotBePast } from './within-deadline.ts';

/** What turns concurrent writes into few transactions. */
export interface GroupCommit {
  /** The result of `change` once it is on the disk; what it throws leaves no trace, and disturbs nobody else. */
  write<T>(deadline: Deadline, change: () => T): Promise<T>;
}

/** A change that waits for its transaction. */
interface PendingChange {
  /** Makes the change; throws what the change throws. */
  readonly make: () => void;
  /** Tells how it ended, once that is on the disk. */
  readonly tell: () => void;
  readonly reject: (error: unknown) => void;
}

/** Enough that nobody waits for a second transaction under load, few enough that one takes milliseconds. */
const MAX_CHANGES = 512;

/**
 * Writes that arrive while a transaction is under way share the next one, and a page that several of them change is
 * written once. Each of them may be tried twice: where one throws, the transaction is made again of all the others.
 */
export const createGroupCommit = (root: RootDatabase): GroupCommit => {
  const groups = createGroups<PendingChange>({
    run: async (group) => {
      await commit(root, group);
      // Those who have just been answered often write again at once: they go with those who wait already.
      await setImmediate();
    },
    maxItems: MAX_CHANGES,
    weightOf: () => 1,
    maxWeight: MAX_CHANGES,
  });
  return {
    write: (deadline, change) =>
      new Promise((resolve, reject) => groups.add(pendingChange(deadline, change, { resolve, reject }))),
  };
};

const pendingChange = <T>(
  deadline: Deadline,
  change: () => T,
  { resolve, reject }: { resolve: (result: T) => void; reject: (error: unknown) => void },
): PendingChange => {
  let tell = (): void => undefined;
  const make = (): void => {
    try {
      // It may have waited for the commit before it; a caller who has gone gets nothing written.
      mustNotBePast(deadline);
    } catch (error) {
      tell = () => reject(error);
      return;
    }
    const result = change();
    tell = () => resolve(result);
  };
  return { make, tell: () => tell(), reject };
};

/** Never rejects: each change is told how it ended. */
const commit = async (root: RootDatabase, changes: readonly PendingChange[]): Promise<void> => {
  const making = { hasThrown: false };
  const makeAll = (): void => {
    try {
      for (const { make } of changes) make();
    } catch (error) {
      making.hasThrown = true;
      throw error;
    }
  };
  try {
    await root.childTransaction(makeAll);
    for (const { tell } of changes) tell();
  } catch (error) {
    if (making.hasThrown && changes.length > 1) return await commitApart(root, changes);
    for (const { reject } of changes) reject(asUnavailable(error));
  }
};

/** Still one transaction, in which each can be undone by itself. */
const commitApart = async (root: RootDatabase, changes: readonly PendingChange[]): Promise<void> => {
  await Promise.all(changes.map((change) => commit(root, [change])));
};

/** A commit that the disk refused carries a second promise, which nobody else listens to. */
const asUnavailable = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('commitError' in error)) return error;
  Promise.resolve(error.commitError).catch(() => undefined);
  return new Unavailable('store', 'the commit failed', { cause: error });
};
