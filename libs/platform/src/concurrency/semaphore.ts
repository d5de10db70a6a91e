import { type Deadline } from './deadline.ts';
import { createKeyedCounter } from './keyed-counter.ts';

/** Lets a bounded number do something at once. Whoever has a permit gives it back. */
export interface Semaphore {
  /** Whether a permit is to be had now. */
  isFree(): boolean;
  /** How many wait for a permit. */
  waiting(): number;
  /** Takes a permit where one is free. */
  tryAcquire(): boolean;
  /** Takes a permit, first come, first served; false where there was none until the deadline. */
  acquire(deadline: Deadline): Promise<boolean>;
  /** Does the work with a permit, or gives null at once where none is free. */
  tryRun<T>(work: () => Promise<T>): Promise<T | null>;
  /** Gives a permit back: who waits takes it at once, so that nobody who comes later gets in between. */
  release(): void;
}

/** A semaphore of so many permits; a number that changes counts from the next permit that is given back. */
export const createSemaphore = (permits: () => number): Semaphore => {
  // In the order of their coming; whoever gives up leaves from anywhere.
  const waiting = new Set<(isIn: boolean) => void>();
  let taken = 0;
  const isFree = (): boolean => taken < permits();
  const tryAcquire = (): boolean => {
    if (!isFree()) return false;
    taken += 1;
    return true;
  };
  const wait = (deadline: Deadline): Promise<boolean> =>
    new Promise((resolve) => {
      const call = (isIn: boolean): void => {
        clearTimeout(timer);
        waiting.delete(call);
        resolve(isIn);
      };
      const timer = setTimeout(call, deadline.remainingMs(), false);
      timer.unref();
      waiting.add(call);
    });
  const release = (): void => {
    taken -= 1;
    for (const call of waiting) {
      if (!tryAcquire()) return;
      call(true);
    }
  };
  return {
    isFree,
    waiting: () => waiting.size,
    tryAcquire,
    acquire: async (deadline) => tryAcquire() || wait(deadline),
    tryRun: async (work) => {
      if (!tryAcquire()) return null;
      try {
        return await work();
      } finally {
        release();
      }
    },
    release,
  };
};

/** A semaphore for each key. */
export interface KeyedSemaphore {
  /** Does the work, or gives null at once where as many as may are at it under the key. */
  tryRun<T>(key: string, work: () => Promise<T>): Promise<T | null>;
}

/** Semaphores of so many permits each. */
export const createKeyedSemaphore = (permits: number): KeyedSemaphore => {
  const running = createKeyedCounter();
  return {
    tryRun: async (key, work) => {
      if (running.count(key) >= permits) return null;
      running.add([key], 1);
      try {
        return await work();
      } finally {
        running.add([key], -1);
      }
    },
  };
};
