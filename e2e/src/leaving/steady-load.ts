import { setTimeout as pause } from 'node:timers/promises';
import { createCount } from '@kith/testing';

/** Requests that come one after the other in several places at once, until they are told to stop. */
export type SteadyLoad = {
  /** Waits until so many more requests have come to an end. */
  readonly more: (requests: number) => Promise<void>;
  /** Ends it; how many requests there were, and what became of those that failed. */
  readonly stop: () => Promise<{ readonly requests: number; readonly failed: readonly string[] }>;
};

/** How long a place waits between two requests, in milliseconds. */
const PACE_MS = 40;

/** `ask` makes a request, of which it is told the number, and answers with what is wrong with its answer; null for nothing. */
export const startSteadyLoad = (
  places: number,
  ask: (number: number) => Promise<string | null>,
): SteadyLoad => {
  const ended = createCount();
  const failed: string[] = [];
  let [requests, isStopped] = [0, false];
  const goOn = async (): Promise<void> => {
    while (!isStopped) {
      const fault = await ask((requests += 1)).catch((error: unknown) => String(error));
      if (fault !== null) failed.push(fault);
      ended.add();
      await pause(PACE_MS);
    }
  };
  const all = Promise.all(Array.from({ length: places }, goOn));
  return {
    more: (count) => ended.more(count, 'requests ended'),
    stop: async () => {
      isStopped = true;
      await all;
      return { requests, failed };
    },
  };
};
