import { deadlineIn, within, type Admission } from '@kith/platform';
import type { Deadline } from '@kith/ports';

/** Does work that must end within a request's deadline; rejects where it does not, whatever the store does. */
export type InTime = <T>(what: string, work: (deadline: Deadline) => Promise<T>) => Promise<T>;

/** Gives each piece of work so many milliseconds, and room where there is some: rejects with `Overload` where there is not. */
export const createInTime =
  (milliseconds: () => number, admission?: Admission): InTime =>
  (what, work) => {
    const deadline = deadlineIn(milliseconds());
    const timely = () => within(deadline, what, work(deadline));
    return admission === undefined ? timely() : admission.admit(deadline, timely);
  };
