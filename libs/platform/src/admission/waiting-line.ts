import type { Deadline } from '../deadline.ts';

/** Who waits for room, first come, first served. */
export interface WaitingLine {
  length(): number;
  /** Whether the turn came before the deadline. */
  wait(deadline: Deadline): Promise<boolean>;
  /** Calls the next whose time is not over; false where nobody is left. */
  callNext(): boolean;
}

/** Tells the one who waits. */
type Call = (inTime: boolean) => void;

export const createWaitingLine = (): WaitingLine => {
  // In the order of their coming; whoever gives up leaves from anywhere.
  const waiting = new Set<Call>();
  return {
    length: () => waiting.size,
    wait: (deadline) =>
      new Promise((resolve) => {
        const call: Call = (inTime) => {
          clearTimeout(timer);
          waiting.delete(call);
          resolve(inTime);
        };
        const timer = setTimeout(call, deadline.remainingMs(), false);
        timer.unref();
        waiting.add(call);
      }),
    callNext: () => {
      const [next] = waiting;
      next?.(true);
      return next !== undefined;
    },
  };
};
