import type { AccountName } from '@kith/domain/pipeline';
import type { Deadline, Scope } from '@kith/ports';

const AMPLE_MS = 30_000;

/** A deadline so many milliseconds from now. */
export const deadlineIn = (milliseconds: number): Deadline => {
  const end = performance.now() + milliseconds;
  return { remainingMs: () => Math.max(0, end - performance.now()) };
};

/**
 * A deadline that no healthy store misses. It is as far away whenever it is asked, so that what shares one, be it a whole
 * suite on a busy machine, gives each call as much time as the first.
 */
export const ampleDeadline = (): Deadline => ({ remainingMs: () => AMPLE_MS });

/** A deadline that has passed. */
export const PAST_DEADLINE: Deadline = { remainingMs: () => 0 };

/** What a call for an account carries. */
export const scopeOf = (account: AccountName, deadline: Deadline = ampleDeadline()): Scope => ({
  account,
  deadline,
});
