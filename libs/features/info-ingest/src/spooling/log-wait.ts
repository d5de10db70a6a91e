import { Unavailable } from '@kith/ports';
import type { Deadline } from '@kith/ports';

/** How long a log of which nothing bad is known is waited for, by a request and by the last batches of a spool. */
export const MAX_LOG_WAIT_MS = 1_000;
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
