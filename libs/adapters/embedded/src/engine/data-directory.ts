import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '@kith/platform';

/** Nobody has ever stored anything in the directory. */
export class NoData extends Error {
  override readonly name = 'NoData';
  readonly directory: string;

  constructor(directory: string) {
    super(`there is no data in ${directory}`);
    this.directory = directory;
  }
}

/** Throws `NoData` where the directory holds none, or is none. */
export const mustHoldData = (directory: string): void => {
  try {
    statSync(join(directory, 'data.mdb'));
  } catch (error) {
    const code = errorCode(error);
    throw code === 'ENOENT' || code === 'ENOTDIR' ? new NoData(directory) : error;
  }
};

/** Whether anybody has ever stored something in the directory. */
export const holdsData = (directory: string): boolean => {
  try {
    mustHoldData(directory);
    return true;
  } catch {
    return false;
  }
};

/**
 * Makes the directory, and those above it, where they are not there. Each is tried once: Node's own way to make all of
 * them tries for ever where a file system answers that a directory in it is not there, as /proc does.
 */
export const makeDirectory = (directory: string): void => {
  if (isDirectory(directory)) return;
  const above = dirname(directory);
  if (above !== directory) makeDirectory(above);
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (!isDirectory(directory)) throw error;
  }
};

const isDirectory = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};
