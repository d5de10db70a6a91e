import { performance } from 'node:perf_hooks';
import { deadlineIn, type Deadline } from '../concurrency/deadline.ts';
import { createKeyedCounter } from '../concurrency/keyed-counter.ts';
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts';
import { Overload } from '../errors/problem.ts';
import { createMovingAverage } from './moving-average.ts';
import { timeToWait } from './time-to-wait.ts';

/**
 * A keyed mutex for which nobody waits so long that their work could not be done in time any more: it rejects with
 * `Overload`.
 */
export type KeyedAdmission = <T>(
  deadline: Deadline,
  keys: readonly string[],
  work: () => Promise<T>,
) => Promise<T>;

/** Admits by key: what all requests of the world want from one customer must not hold up each of them to its end. */
export const createKeyedAdmission = (): KeyedAdmission => {
  const lock = createKeyedMutex();
  const duration = createMovingAverage();
  const queued = createKeyedCounter();
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    try {
      return await work();
    } finally {
      duration.add(performance.now() - began);
    }
  };
  return async (deadline, keys, work) => {
    const workMs = duration.value(0);
    const waiting = deadlineIn(timeToWait(deadline, workMs));
    const ahead = Math.max(...keys.map(queued.count));
    const waitMs = ahead * workMs;
    if (waitMs > waiting.remainingMs()) throw new Overload(waitMs / 1_000);
    queued.add(keys, 1);
    try {
      return await lock(keys, () => {
        if (ahead > 0 && waiting.remainingMs() === 0) throw new Overload(waitMs / 1_000);
        return timed(work);
      });
    } finally {
      queued.add(keys, -1);
    }
  };
};
