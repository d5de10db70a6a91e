import { performance } from 'node:perf_hooks';
import { createMovingAverage, deadlineIn, Overload, patienceOf, createTurns } from '@kith/platform';
import type { Deadline } from '@kith/ports';

/** Turns for which nobody waits so long that their work could not be done in time any more: it rejects with `Overload`. */
export type TimelyTurns = <T>(
  deadline: Deadline,
  keys: readonly string[],
  work: () => Promise<T>,
) => Promise<T>;

/** Makes the turns: what all requests of the world want from one customer must not hold up each of them to its end. */
export const createTimelyTurns = (): TimelyTurns => {
  const turns = createTurns();
  const turnMs = createMovingAverage();
  const line = createTally();
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    try {
      return await work();
    } finally {
      turnMs.add(performance.now() - began);
    }
  };
  return async (deadline, keys, work) => {
    const turn = turnMs.value(0);
    const patience = deadlineIn(patienceOf(deadline, turn));
    const ahead = Math.max(...keys.map(line.of));
    const waitMs = ahead * turn;
    if (waitMs > patience.remainingMs()) throw new Overload(waitMs / 1_000);
    line.add(keys, 1);
    try {
      return await turns(keys, () => {
        if (ahead > 0 && patience.remainingMs() === 0) throw new Overload(waitMs / 1_000);
        return timed(work);
      });
    } finally {
      line.add(keys, -1);
    }
  };
};

interface Tally {
  of(key: string): number;
  add(keys: readonly string[], by: number): void;
}

/** How many stand at each key. */
const createTally = (): Tally => {
  const counts = new Map<string, number>();
  const of = (key: string): number => counts.get(key) ?? 0;
  const change = (key: string, by: number): void => {
    const count = of(key) + by;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  return { of, add: (keys, by) => keys.forEach((key) => change(key, by)) };
};
