import { createBackOff, deadlineIn, isInTime, pause } from '@kith/platform';
import { Unavailable, type Deadline } from '@kith/ports';
import { drainBatch, type DrainDeps } from './drain-batch.ts';
import type { SpoolWriter } from './spool-writer.ts';

/** How long a log of which nothing bad is known is waited for, by a request and by the last batches of a spool. */
export const MAX_LOG_WAIT_MS = 1_000;
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
export interface DrainToTheEndDeps extends DrainDeps {
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
export const drainSpool = async (draining: DrainToTheEndDeps): Promise<void> => {
  // It begins because the log has just failed.
  let failures = 1;
  while (!draining.stop.aborted) {
    if (failures > 0) await pause(pauseAfter(failures), draining.stop);
    const outcome = await drainBatch(draining, SLICE_MS);
    if (outcome !== 'failed' && (await isOver(draining))) return;
    failures = outcome === 'failed' ? failures + 1 : 0;
  }
};

const isOver = async (draining: DrainToTheEndDeps): Promise<boolean> => {
  const { records, bytes } = draining.spool.contents();
  if (records > FEW.records || bytes > FEW.bytes) return false;
  const deadline = deadlineIn(HOLD_MS);
  return draining.holdUp(deadline, drainRest(draining, deadline));
};

/** Until nothing is left, the log fails, or requests are held up no longer. */
const drainRest = async (draining: DrainDeps, deadline: Deadline): Promise<void> => {
  if (!(await isSettled(draining.writer))) return;
  while (deadline.remainingMs() > 0 && !draining.stop.aborted) {
    const outcome = await drainBatch(draining, MAX_LOG_WAIT_MS, deadline);
    if (outcome !== 'drained') return;
  }
};

const isSettled = (writer: SpoolWriter): Promise<boolean> =>
  isInTime(deadlineIn(SETTLED_MS), writer.settled());

/** What the spool needs of the time of a request that was held up. */
const SPOOL_MS = 100;

/**
 * How long a request waits for the log, in milliseconds, so that enough is left for the spool: half of what is left,
 * but all but a tenth of a second where it was held up for the log before. Throws `Unavailable` where nothing is left.
 */
export const logWaitWithin = (deadline: Deadline, wasHeld: boolean): number => {
  const left = deadline.remainingMs();
  if (left <= 0) throw new Unavailable('log', 'the deadline has passed');
  const most = wasHeld ? Math.max(left / 2, left - SPOOL_MS) : left / 2;
  return Math.min(most, MAX_LOG_WAIT_MS);
};
