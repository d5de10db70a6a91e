import { findRunningApp, type RunningApp } from '@kith/remote-calls';
import { NoData, whenFree, type DirectoryInUse } from '@kith/embedded';
import { ConfigurationError, deadlineIn } from '@kith/platform';
import type { Opened, Place } from './connections.ts';

/** How long a command waits for an app that starts or ends, and for other commands, in milliseconds. */
const PATIENCE_MS = 30_000;

/**
 * Asks the app that runs on the data directory; opens the data itself only where none answers. Whoever holds the
 * directory excludes everybody else, so an app that starts or ends meanwhile is waited for and then asked, or succeeded;
 * who is waited for is said. Throws `ConfigurationError` where there must be data and is none.
 */
export const askOrOpen = async <T>(
  { settings: { DATA_DIR: directory }, message }: Pick<Place, 'settings' | 'message'>,
  ask: (app: RunningApp) => T,
  open: () => Promise<Opened<T>>,
): Promise<Opened<T>> => {
  try {
    const askOrOpenOnce = async (): Promise<Opened<T>> => {
      const app = await findRunningApp(directory);
      return app === null ? open() : { opened: ask(app), close: async () => undefined };
    };
    return await whenFree(deadlineIn(PATIENCE_MS), askOrOpenOnce, (held) => message(waitingFor(held)));
  } catch (error) {
    throw error instanceof NoData ? noDataIn(error.directory) : error;
  }
};

const waitingFor = ({ directory, pid }: DirectoryInUse): string =>
  `kith: the process ${pid} has ${directory} and takes no commands: an app that starts or ends, or another command. ` +
  `Waiting for it, for at most ${PATIENCE_MS / 1_000} seconds.`;

/** The name of the directory may be mistyped: a command that made it would seem to find nobody. */
const noDataIn = (directory: string): ConfigurationError =>
  new ConfigurationError([
    `there is no data in ${directory}; DATA_DIR names the directory of standalone, which makes it at its first start`,
  ]);
