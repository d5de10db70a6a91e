import { pause } from '@kith/platform';
import type { Deadline } from '@kith/ports';
import { DirectoryInUse } from './directory-holder.ts';

/** How often a directory that is in use is tried again, in milliseconds. */
const AGAIN_MS = 50;
/** After how many tries somebody is told who has it: a second. Most commands have ended by then. */
const TRIES_IN_SILENCE = 20;

/**
 * Attempts until nobody else holds the data directory: a command holds it for a moment, an import for longer, an app
 * that starts or ends for a little. `onHeld` is told of each holder that is waited for longer than a second. Rejects
 * with `DirectoryInUse` where it takes longer than the deadline.
 */
export const whenFree = async <T>(
  deadline: Deadline,
  attempt: () => Promise<T>,
  onHeld: (held: DirectoryInUse) => void,
): Promise<T> => {
  const told = new Set<number>();
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof DirectoryInUse) || deadline.remainingMs() <= 0) throw error;
      if (tries > TRIES_IN_SILENCE && !told.has(error.pid)) onHeld(error);
      if (tries > TRIES_IN_SILENCE) told.add(error.pid);
    }
    await pause(AGAIN_MS);
  }
};
