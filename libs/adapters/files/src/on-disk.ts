import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import { errorCode } from '@kith/platform';

/** Personal data: for the owner, and for a group that takes the files. */
export const MODE = 0o640;
export const DIRECTORY_MODE = 0o750;

/** A file that is open is not under its name any more: what is written to it would be read by nobody. */
export class Displaced extends Error {
  readonly code = 'moved or removed';
}

/** Throws where another file, or none, has the name of one that is open. */
export const mustBeAt = async (path: string, handle: FileHandle): Promise<void> => {
  const named = await unlessAbsent(stat(path, { bigint: true }));
  const { dev, ino } = await handle.stat({ bigint: true });
  if (named?.dev !== dev || named.ino !== ino) throw new Displaced(`${path} was moved or removed`);
};

/** Brings the names in a directory to the disk. */
export const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await open(directory, 'r');
  await handle.sync().finally(() => handle.close());
};

/** A file's text; null where there is none. */
export const textOf = (path: string): Promise<string | null> => unlessAbsent(readFile(path, 'utf8'));

/** A file's bytes; 0 where there is none. */
export const lengthOf = async (path: string): Promise<number> => (await unlessAbsent(stat(path)))?.size ?? 0;

export const isThere = async (path: string): Promise<boolean> => (await unlessAbsent(stat(path))) !== null;

const unlessAbsent = async <T>(asked: Promise<T>): Promise<T | null> => {
  try {
    return await asked;
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return null;
    throw cause;
  }
};
