import { DeadlineExceeded, within } from '@kith/platform';
import { Unavailable, type Deadline } from '@kith/ports';

/** The failure of a call that comes too late. */
export const pastDeadline = (): Unavailable => new Unavailable('store', 'the deadline has passed');

/** Throws `Unavailable` once the deadline has passed. */
export const mustNotBePast = (deadline: Deadline): void => {
  if (deadline.remainingMs() <= 0) throw pastDeadline();
};

/** The promise's outcome, or a rejection with `Unavailable` once the deadline passes. */
export const withinDeadline = <T>(deadline: Deadline, promise: Promise<T>): Promise<T> =>
  within(deadline, 'the store', promise).catch((error: unknown) => {
    if (error instanceof DeadlineExceeded) throw new Unavailable('store', error.message, { cause: error });
    throw error;
  });
