import type { Deadline } from '@kith/ports';

/** The most who wait at once, whatever for: each of them holds a request. */
const MOST_WAITING = 32;

/** Where tries wait for the outcome of others. */
export interface WaitingRoom {
  /** Whether the event came in time; false at once where the room is full. */
  wait(patience: Deadline, event: Promise<void>): Promise<boolean>;
}

/** Holds a bounded number of tries, each for a bounded time. */
export const createWaitingRoom = (most = MOST_WAITING): WaitingRoom => {
  let waiting = 0;
  return {
    wait: async (patience, event) => {
      if (waiting >= most) return false;
      waiting += 1;
      try {
        return await comesInTime(patience, event);
      } finally {
        waiting -= 1;
      }
    },
  };
};

const comesInTime = (patience: Deadline, event: Promise<void>): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), patience.remainingMs());
    timer.unref();
    void event.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
