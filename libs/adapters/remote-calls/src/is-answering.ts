import { connect } from 'node:net';
import { withShortPath } from '@kith/platform';

/** No file, or one that a process left behind when it was killed. */
const NOBODY: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTDIR', 'ENOTSOCK']);

/** Whether a process listens on the socket file. Rejects where this user may not connect to it. */
export const isAnswering = (file: string): Promise<boolean> => withShortPath(file, canConnect);

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
