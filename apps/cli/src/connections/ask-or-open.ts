import { findRunningApp } from '@kith/administration-socket';
import type { RunningApp } from '@kith/administration-socket';
import { whenFree } from '@kith/embedded';
import { deadlineIn } from '@kith/platform';
import type { Opened } from './connections.ts';

/** How long a command waits for an app that starts or ends, and for other commands, in milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * Asks the app that runs on the data directory; opens the data itself only where none answers. Whoever holds the
 * directory excludes everybody else, so an app that starts or ends meanwhile is waited for and then asked, or succeeded.
 */
export const askOrOpen = <T>(
  directory: string,
  ask: (app: RunningApp) => T,
  open: () => Promise<Opened<T>>,
): Promise<Opened<T>> =>
  whenFree(deadlineIn(PATIENCE_MS), async () => {
    const app = await findRunningApp(directory);
    return app === null ? open() : { opened: ask(app), close: async () => undefined };
  });
