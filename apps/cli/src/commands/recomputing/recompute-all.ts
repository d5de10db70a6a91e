import type { Umid } from '@kith/domain/identity';
import { deadlineIn } from '@kith/platform';
import type { AttributeAdministration, RecomputeCursor, Recomputed } from '@kith/ports';
import { COMMAND_MS } from '../parts/command.ts';
import { askWhileUnavailable } from '../parts/while-unavailable.ts';

/** Whose attributes to recompute: everybody's of an account, or those of some persons. */
export interface RecomputeTask {
  readonly account: string;
  readonly umids?: readonly Umid[];
}

/** Totals of a recomputation. */
export interface RecomputedSum {
  readonly umids: number;
  readonly changed: number;
  readonly events: number;
  /** Umids under which nobody lives. */
  readonly unknown: readonly Umid[];
}

/** Does the tasks part by part; `show` is told after each which part of all of them is through, from 0 to 1. */
export const recomputeAll = async (
  attributes: AttributeAdministration,
  tasks: readonly RecomputeTask[],
  show: (part: number, sum: RecomputedSum) => void,
): Promise<RecomputedSum> => {
  let sum: RecomputedSum = { umids: 0, changed: 0, events: 0, unknown: [] };
  for (const [index, first] of tasks.entries()) {
    let task: RecomputeTask | null = first;
    let cursor: RecomputeCursor | null = null;
    while (task !== null) {
      const done: Recomputed = await recomputePart(attributes, task, cursor);
      sum = sumWith(sum, done);
      if (done.kind === 'recomputed') cursor = done.next;
      task = restOf(task, done);
      show((index + partOf(task, cursor)) / tasks.length, sum);
    }
  }
  return sum;
};

/** A part that came through twice changes nothing: it is safe to ask again, but an app that has ended is not there. */
const recomputePart = (
  { recompute }: AttributeAdministration,
  { account, ...whose }: RecomputeTask,
  cursor: RecomputeCursor | null,
): Promise<Recomputed> => {
  return askWhileUnavailable(() =>
    recompute({ account, deadline: deadlineIn(COMMAND_MS) }, { ...whose, cursor }),
  );
};

/** The part of a task that is left to do; null where nothing is. */
const restOf = (task: RecomputeTask, done: Recomputed): RecomputeTask | null => {
  if (done.kind === 'recomputed') return done.next === null ? null : task;
  const umids = task.umids?.filter((umid) => !done.umids.includes(umid)) ?? [];
  return umids.length === 0 ? null : { ...task, umids };
};

const sumWith = (sum: RecomputedSum, done: Recomputed): RecomputedSum =>
  done.kind === 'unknown'
    ? { ...sum, unknown: [...sum.unknown, ...done.umids] }
    : {
        umids: sum.umids + done.umids,
        changed: sum.changed + done.changed,
        events: sum.events + done.events,
        unknown: sum.unknown,
      };

/** Umids are random and come in their order: how far the first digits have come tells how many are through. */
const partOf = (task: RecomputeTask | null, cursor: RecomputeCursor | null): number => {
  if (task === null) return 1;
  return task.umids === undefined && cursor !== null
    ? Number.parseInt(cursor.umid.slice(0, 8), 16) / 2 ** 32
    : 0;
};
