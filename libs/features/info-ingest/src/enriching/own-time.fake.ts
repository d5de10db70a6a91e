import type { Timer } from './open-lookups.ts';

/** A time that a test moves: its clock and its timers. */
export interface OwnTime {
  readonly clock: () => number;
  readonly timer: Timer;
  /** Lets so many milliseconds pass, and whatever follows from that come to rest. */
  pass(ms: number): Promise<void>;
}

interface Waiting {
  readonly at: number;
  readonly then: () => void;
}

/** A time that begins at 0. */
export const createOwnTime = (): OwnTime => {
  let now = 0;
  const waiting = new Set<Waiting>();
  const next = (until: number): Waiting | undefined =>
    [...waiting].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
  return {
    clock: () => now,
    timer: (ms, then) => {
      const one = { at: now + ms, then };
      waiting.add(one);
      return () => void waiting.delete(one);
    },
    pass: async (ms) => {
      await settled();
      const until = now + ms;
      for (let due = next(until); due !== undefined; due = next(until)) {
        waiting.delete(due);
        now = due.at;
        due.then();
        await settled();
      }
      now = until;
      await settled();
    },
  };
};

/** Promises that wait for nothing else have come to an end. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
