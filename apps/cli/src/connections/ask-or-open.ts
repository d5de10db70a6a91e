import { findRunningApp } from '@kith/administration-socket';
import type { RunningApp } from '@kith/administration-socket';
import { NoData, whenFree } from '@kith/embedded';
import { ConfigurationError, deadlineIn } from '@kith/platform';
import type { Opened } from './connections.ts';

/** How long a command waits for an app that starts or ends, and for other commands, in milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * Asks the app that runs on the data directory; opens the data itself only where none answers. Whoever holds the
 * directory excludes everybody else, so an app that starts or ends meanwhile is waited for and then asked, or succeeded.
 * Throws `ConfigurationError` where there must be data and is none.
 */
export const askOrOpen = async <T>(
  directory: string,
  ask: (app: RunningApp) => T,
  open: () => Promise<Opened<T>>,
): Promise<Opened<T>> => {
  try {
    return await whenFree(deadlineIn(PATIENCE_MS), async () => {
      const app = await findRunningApp(directory);
      return app === null ? open() : { opened: ask(app), close: async () => undefined };
    });
  } catch (error) {
    throw error instanceof NoData ? noDataIn(error.directory) : error;
  }
};

/** The name of the directory may be mistyped: a command that made it would seem to find nobody. */
const noDataIn = (directory: string): ConfigurationError =>
  new ConfigurationError([
    `there is no data in ${directory}; DATA_DIR names the directory of standalone, which makes it at its first start`,
  ]);
