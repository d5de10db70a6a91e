import { createBackOff, deadlineIn, isInTime, pause } from '@kith/platform';
import type { Deadline } from '@kith/ports';
import { drainBatch } from './drain-batch.ts';
import type { Draining } from './drain-batch.ts';
import { MAX_LOG_WAIT_MS } from './log-wait.ts';
import type { SpoolWriter } from './spool-writer.ts';

/** How long the log may take for a slice of a batch. */
const SLICE_MS = 3_000;
/** How long what is being added to the spool may take when requests are held up. */
const SETTLED_MS = 500;
/** So much at most waits when requests are held up: what the log takes at once. */
const FEW = { records: 4_000, bytes: 1024 * 1024 };
/** For so long at most requests are held up. */
const HOLD_MS = 2_000;
/** While the log takes nothing. */
const pauseAfter = createBackOff({ firstMs: 250, maxMs: 2_000 });

/** The end of draining. */
export interface DrainingToTheEnd extends Draining {
  /**
   * Holds up every append until the rest has gone, at most until the deadline, and returns to the log if nothing is
   * left then. Answers whether it did.
   */
  readonly holdUp: (deadline: Deadline, rest: Promise<void>) => Promise<boolean>;
}

/**
 * Gives the records of the spool to the log, oldest first, until nothing is left or it is stopped.
 *
 * While requests keep adding, the spool would never be empty. So the end is an agreement: when few are left, whoever
 * comes waits for the moment that they take.
 */
export const drainSpool = async (draining: DrainingToTheEnd): Promise<void> => {
  // It begins because the log has just failed.
  let failures = 1;
  while (!draining.stop.aborted) {
    if (failures > 0) await pause(pauseAfter(failures), draining.stop);
    const outcome = await drainBatch(draining, SLICE_MS);
    if (outcome !== 'failed' && (await isOver(draining))) return;
    failures = outcome === 'failed' ? failures + 1 : 0;
  }
};

const isOver = async (draining: DrainingToTheEnd): Promise<boolean> => {
  const { records, bytes } = draining.spool.contents();
  if (records > FEW.records || bytes > FEW.bytes) return false;
  const deadline = deadlineIn(HOLD_MS);
  return draining.holdUp(deadline, drainRest(draining, deadline));
};

/** Until nothing is left, the log fails, or requests are held up no longer. */
const drainRest = async (draining: Draining, deadline: Deadline): Promise<void> => {
  if (!(await isSettled(draining.writer))) return;
  while (deadline.remainingMs() > 0 && !draining.stop.aborted) {
    const outcome = await drainBatch(draining, MAX_LOG_WAIT_MS, deadline);
    if (outcome !== 'drained') return;
  }
};

const isSettled = (writer: SpoolWriter): Promise<boolean> =>
  isInTime(deadlineIn(SETTLED_MS), writer.settled());
