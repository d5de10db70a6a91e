import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

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
