import { rm } from 'node:fs/promises';
import type { Server } from 'node:net';
import process from 'node:process';
import { withShortPath } from './with-short-path.ts';

/** Read and write for the owner alone; on a socket, writing is what it takes to connect. */
const ALL_BUT_OWNER = 0o177;

/**
 * Listens on a Unix socket that only the process's own user (and root) can connect to. What a killed process left at
 * the path is removed: the caller knows that nobody listens there. The file is to be removed after the server is closed.
 */
export const listenPrivately = async (server: Server, file: string): Promise<void> => {
  await rm(file, { force: true });
  await withShortPath(file, (path) => listening(server, path));
};

const listening = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    bindPrivately(server, path, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** The file is made by `listen` before it returns: it never exists with a wider mode than it keeps. */
const bindPrivately = (server: Server, path: string, onListening: () => void): void => {
  const before = process.umask(ALL_BUT_OWNER);
  try {
    server.listen(path, onListening);
  } finally {
    process.umask(before);
  }
};
