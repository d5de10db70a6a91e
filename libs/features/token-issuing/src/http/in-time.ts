import { deadlineIn, within } from '@kith/platform';
import type { Deadline } from '@kith/ports';

/** Does work that must end within a request's deadline; rejects where it does not, whatever the store does. */
export type InTime = <T>(what: string, work: (deadline: Deadline) => Promise<T>) => Promise<T>;

/** Gives each piece of work so many milliseconds. */
export const createInTime =
  (milliseconds: () => number): InTime =>
  (what, work) => {
    const deadline = deadlineIn(milliseconds());
    return within(deadline, what, work(deadline));
  };
