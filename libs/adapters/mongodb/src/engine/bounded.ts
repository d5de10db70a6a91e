import { performance } from 'node:perf_hooks';
import { deadlineIn, MAX_TIMER_MS, UNCOUNTED_CALLS, within, type CallMetrics } from '@kith/platform';
import { Unavailable, type Deadline } from '@kith/ports';
import { asUnavailable, callFailureOf, DEPENDENCY } from './as-unavailable.ts';

/** What bounds a call to the server: it gives up by itself shortly before we stop to listen. */
export interface Bounds {
  readonly maxTimeMS: number;
  readonly signal: AbortSignal;
}

/** A call that was told to end because nobody waits for it any more. */
class Abandoned extends Error {
  override readonly name = 'Abandoned';
}

const WAY_BACK_MS = 10;

/** The longest that a call of a program may take, in milliseconds, whoever waits for it. */
export const MAX_CALL_MS = 60_000;

/** The deadline, or the end of the longest call where that is earlier. */
export const noLongerThanACall = (deadline: Deadline): Deadline => {
  const longest = deadlineIn(MAX_CALL_MS);
  return { remainingMs: () => Math.min(deadline.remainingMs(), longest.remainingMs()) };
};

/** Throws `Unavailable` once the deadline has passed. */
export const mustNotBePast = (deadline: Deadline): void => {
  if (deadline.remainingMs() <= 0) throw new Unavailable(DEPENDENCY, 'the deadline has passed');
};

/** How long the server may work on a command, in milliseconds. 0 would mean without end. */
export const maxTimeOf = (deadline: Deadline): number =>
  Math.max(1, Math.min(MAX_TIMER_MS, Math.floor(deadline.remainingMs() - WAY_BACK_MS)));

/**
 * The outcome of `run`, or a rejection with `Unavailable` where the deadline passes or the server fails. What still
 * waits for a server, a connection or an answer then is given up: a server that hangs holds no connection of the pool.
 */
export const bounded = async <T>(
  deadline: Deadline,
  run: (bounds: Bounds) => Promise<T>,
  calls: CallMetrics = UNCOUNTED_CALLS,
): Promise<T> => {
  mustNotBePast(deadline);
  const abandon = new AbortController();
  const began = performance.now();
  try {
    const outcome = run({ maxTimeMS: maxTimeOf(deadline), signal: abandon.signal });
    const answer = await within(deadline, 'MongoDB', outcome);
    calls.ended(performance.now() - began);
    return answer;
  } catch (error) {
    calls.ended(performance.now() - began, callFailureOf(error));
    abandon.abort(new Abandoned('nobody waits for the answer any more'));
    throw asUnavailable(error);
  }
};
