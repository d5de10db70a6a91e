import { setTimeout as pause } from 'node:timers/promises';
import { AppLeft } from '@kith/administration-socket';
import type { Umid } from '@kith/domain/identity';
import { deadlineIn } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import type { AttributeAdministration, RecomputeCursor, Recomputed } from '@kith/ports';
import { COMMAND_MS } from '../command-parts.ts';

/** Whose attributes to recompute: everybody's of an account, or a person's. */
export interface RecomputeTask {
  readonly account: string;
  readonly umid?: Umid;
}

/** What was recomputed. */
export interface RecomputedSum {
  readonly umids: number;
  readonly changed: number;
  readonly events: number;
  /** Umids under which nobody lives. */
  readonly unknown: readonly Umid[];
}

/** How long a store or a resolver that does not answer is asked again, in milliseconds. */
const PATIENCE_MS = 60_000;
const AGAIN_MS = 500;

/** Does the tasks part by part; `show` is told after each which part of all of them is through, from 0 to 1. */
export const recomputeAll = async (
  attributes: AttributeAdministration,
  tasks: readonly RecomputeTask[],
  show: (part: number, sum: RecomputedSum) => void,
): Promise<RecomputedSum> => {
  let sum: RecomputedSum = { umids: 0, changed: 0, events: 0, unknown: [] };
  for (const [index, task] of tasks.entries()) {
    let cursor: RecomputeCursor | null = null;
    do {
      const done: Recomputed = await recomputePatiently(attributes, task, cursor);
      sum = sumWith(sum, task, done);
      cursor = done.kind === 'unknown' ? null : done.next;
      show((index + partOf(task, cursor)) / tasks.length, sum);
    } while (cursor !== null);
  }
  return sum;
};

/** A part that came through twice changes nothing: it is safe to ask again, but an app that has ended is not there. */
const recomputePatiently = async (
  { recompute }: AttributeAdministration,
  { account, ...whose }: RecomputeTask,
  cursor: RecomputeCursor | null,
): Promise<Recomputed> => {
  const patience = deadlineIn(PATIENCE_MS);
  for (;;) {
    try {
      return await recompute({ account, deadline: deadlineIn(COMMAND_MS) }, { ...whose, cursor });
    } catch (error) {
      const isOver = patience.remainingMs() <= 0 || error instanceof AppLeft;
      if (!(error instanceof Unavailable) || isOver) throw error;
    }
    await pause(AGAIN_MS);
  }
};

const sumWith = (sum: RecomputedSum, { umid }: RecomputeTask, done: Recomputed): RecomputedSum =>
  done.kind === 'unknown'
    ? { ...sum, unknown: [...sum.unknown, ...(umid === undefined ? [] : [umid])] }
    : {
        umids: sum.umids + done.umids,
        changed: sum.changed + done.changed,
        events: sum.events + done.events,
        unknown: sum.unknown,
      };

/** Umids are random and come in their order: how far the first digits have come tells how many are through. */
const partOf = ({ umid }: RecomputeTask, cursor: RecomputeCursor | null): number => {
  if (cursor === null) return 1;
  return umid === undefined ? Number.parseInt(cursor.umid.slice(0, 8), 16) / 2 ** 32 : 0;
};
