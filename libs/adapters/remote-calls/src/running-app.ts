import { connect } from 'node:net';
import { join } from 'node:path';
import { ADMINISTRATION_SOCKET, standaloneCalls, type CallsOf } from '@kith/contracts';
import { withShortPath } from '@kith/platform';
import { callsOver } from './calls-over.ts';
import { createSocketTransport } from './socket-transport.ts';

/** What an app that runs on the data takes at its socket. */
export type RunningApp = CallsOf<typeof standaloneCalls>;

/**
 * The app that runs on this data directory; null where none listens at its socket. Its calls reject with `AppLeft`
 * where it ends meanwhile and the call may be made again.
 */
export const findRunningApp = async (dataDirectory: string): Promise<RunningApp | null> => {
  const file = join(dataDirectory, ADMINISTRATION_SOCKET);
  return (await isAnswering(file)) ? callsOver(createSocketTransport(file), standaloneCalls) : null;
};

/** No file, or one that a process left behind when it was killed. */
const NOBODY: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTDIR', 'ENOTSOCK']);

/** Whether a process listens on the socket file. Rejects where this user may not connect to it. */
const isAnswering = (file: string): Promise<boolean> => withShortPath(file, canConnect);

const canConnect = (path: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (NOBODY.has(error.code)) resolve(false);
      else reject(error);
    });
  });
