import { performance } from 'node:perf_hooks';

/** A moment by which something must be done; it never moves, and follows no change of the wall clock. */
export interface Deadline {
  /** Milliseconds left; 0 once the moment has passed. */
  remainingMs(): number;
}

/** Something did not happen in time; `what` names it. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
  readonly what: string;

  constructor(what: string) {
    super(`${what} did not end within the deadline`);
    this.what = what;
  }
}

/** The most milliseconds that a timer of Node runs; a longer one would end at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** For work that no request waits for: as long as a timer can run. */
export const NO_DEADLINE: Deadline = { remainingMs: () => MAX_TIMER_MS };

/** The deadline `ms` milliseconds from now. */
export const deadlineIn = (ms: number): Deadline => deadlineAt(performance.now() + ms);

/** The deadline at a moment of `performance.now()`. */
export const deadlineAt = (end: number): Deadline => ({
  remainingMs: () => Math.max(0, end - performance.now()),
});

/** The latest of them: nobody's work is cut short because somebody else has less time left. */
export const latestDeadline = (deadlines: readonly Deadline[]): Deadline => ({
  remainingMs: () => Math.max(...deadlines.map((deadline) => deadline.remainingMs())),
});

/**
 * The outcome of `promise` if it comes before the deadline, else a rejection with `DeadlineExceeded`.
 * The work itself goes on: whoever starts it decides whether it can be given up.
 */
export const within = <T>(deadline: Deadline, what: string, promise: Promise<T>): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineExceeded(what)), deadline.remainingMs());
    timer.unref();
    const ended =
      <A>(tell: (outcome: A) => void) =>
      (outcome: A): void => {
        clearTimeout(timer);
        tell(outcome);
      };
    promise.then(ended(resolve), ended(reject));
  });

/** Whether the promise is fulfilled before the deadline; false where it is rejected or late. Never rejects. */
export const isInTime = (deadline: Deadline, promise: Promise<unknown>): Promise<boolean> =>
  within(deadline, 'the promise', promise).then(
    () => true,
    () => false,
  );

/** Milliseconds from any moment on; it never goes back: for what is measured, limited or waited for. */
export const steadyClock = (): number => performance.now();
