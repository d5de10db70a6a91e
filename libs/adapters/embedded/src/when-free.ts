import { setTimeout as pause } from 'node:timers/promises';
import type { Deadline } from '@kith/ports';
import { DirectoryInUse } from './directory-holder.ts';

/** How often a directory that is in use is tried again, in milliseconds. */
const AGAIN_MS = 50;

/**
 * Attempts until nobody else holds the data directory: a command holds it for a moment, an app that starts or ends for
 * a little longer. Rejects with `DirectoryInUse` where that takes longer than the deadline.
 */
export const whenFree = async <T>(deadline: Deadline, attempt: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof DirectoryInUse) || deadline.remainingMs() <= 0) throw error;
    }
    await pause(AGAIN_MS);
  }
};
