import { mkdtemp, rm, symlink } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';

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

/** The longest path of a Unix socket in bytes: Linux takes 107, macOS and BSD 103. Node cuts longer ones in silence. */
const MAX_PATH = 103;

const fits = (path: string): boolean => Buffer.byteLength(path) <= MAX_PATH;

/**
 * Hands `use` a path to the socket file that the system takes: the file's own, or where that is too long one through a
 * link in a new folder that only this user can enter, gone when `use` is done. Rejects where even that is too long.
 */
export const withShortPath = async <T>(file: string, use: (path: string) => Promise<T>): Promise<T> => {
  if (fits(file)) return use(file);
  const folder = await mkdtemp(join(tmpdir(), 'kith-'));
  try {
    const link = join(folder, 'd');
    await symlink(resolve(dirname(file)), link);
    const path = join(link, basename(file));
    if (!fits(path)) throw new Error(`${path} is longer than ${MAX_PATH} bytes, the most for a socket`);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
