import { deadlineIn, within } from '@kith/platform';

/** What happens again and again, counted. */
export interface Count {
  add(): void;
  total(): number;
  /** Waits until it has happened so often from now on; the failure, after 150 s, says what has not. */
  more(times: number, what: string): Promise<void>;
}

interface Waiting {
  left: number;
  readonly resolve: () => void;
}

/** What has not come after that is not going to come, in milliseconds: far more than a busy machine needs. */
const COME_MS = 150_000;

export const createCount = (): Count => {
  const waiting = new Set<Waiting>();
  let total = 0;
  return {
    total: () => total,
    add() {
      total += 1;
      for (const one of waiting) {
        one.left -= 1;
        if (one.left > 0) continue;
        waiting.delete(one);
        one.resolve();
      }
    },
    more: (times, what) =>
      within(
        deadlineIn(COME_MS),
        `the wait for ${times} more ${what}`,
        new Promise((resolve) => waiting.add({ left: times, resolve })),
      ),
  };
};
