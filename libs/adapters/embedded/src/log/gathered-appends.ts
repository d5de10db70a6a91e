import { createGroups, latestDeadline } from '@kith/platform';
import type { Deadline, LogRecord } from '@kith/ports';
import { mustNotBePast, withinDeadline } from '../engine/within-deadline.ts';

/** What one call appends to a topic. */
export interface Append {
  readonly topic: string;
  readonly records: readonly LogRecord[];
}

/** A call that waits until its records are durable. */
interface WaitingAppend extends Append {
  readonly deadline: Deadline;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Enough for all requests of a commit, few enough that it takes some milliseconds. */
const MAX_APPENDS = 1_000;
const MAX_CHARACTERS = 4 * 1024 * 1024;

/**
 * Appends by `write`, which is given all calls that arrived while its last transaction was under way, each topic once:
 * a nested transaction for every request's record costs as much as the record. A call whose deadline has passed by
 * the time of the transaction gets nothing written; `appended` is told of each topic that got something.
 */
export const createGatheredAppends = (
  write: (deadline: Deadline, appends: () => readonly Append[]) => Promise<readonly Append[]>,
  appended: (topic: string) => void,
): ((deadline: Deadline, append: Append) => Promise<void>) => {
  const groups = createGroups<WaitingAppend>({
    run: async (group) => {
      try {
        const deadline = latestDeadline(group.map((one) => one.deadline));
        const written = await write(deadline, () => byTopic(group.filter(isInTime)));
        for (const { topic } of written) appended(topic);
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    },
    maxItems: MAX_APPENDS,
    maxWeight: MAX_CHARACTERS,
    weightOf: ({ records }) => records.reduce((sum, { value }) => sum + value.length, 0),
  });
  return async (deadline, append) => {
    mustNotBePast(deadline);
    const durable = new Promise<void>((resolve, reject) => {
      groups.add({ ...append, deadline, resolve, reject });
    });
    await withinDeadline(deadline, durable);
  };
};

/** Whose deadline has passed has been told, or is about to be. */
const isInTime = ({ deadline, reject }: WaitingAppend): boolean => {
  try {
    mustNotBePast(deadline);
    return true;
  } catch (error) {
    reject(error);
    return false;
  }
};

/** The records of each topic in the order of their calls. */
const byTopic = (group: readonly WaitingAppend[]): readonly Append[] => {
  const topics = new Map<string, LogRecord[]>();
  for (const { topic, records } of group) {
    const before = topics.get(topic);
    if (before === undefined) topics.set(topic, [...records]);
    else before.push(...records);
  }
  return Array.from(topics, ([topic, records]) => ({ topic, records }));
};
