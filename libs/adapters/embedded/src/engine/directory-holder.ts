import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, thisProcess, type ProcessIdentity } from './process-identity.ts';

/** The data directory is in use by a living process: one process at a time. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
  readonly directory: string;
  readonly pid: number;

  constructor(directory: string, pid: number) {
    super(`the data directory ${directory} is in use by the process ${pid}; stop that process first`);
    this.directory = directory;
    this.pid = pid;
  }
}

/** Throws `DirectoryInUse` where a living process holds the directory, this one included. */
export const mustNotBeHeld = (directory: string): void => {
  const holder = holderOf(directory);
  if (holder !== null && isRunning(holder)) throw new DirectoryInUse(directory, holder.pid);
};

/**
 * Makes this process the holder; what a killed process left behind is taken over. To be called in a write
 * transaction: LMDB lets one process write at a time, so of two that start at once only one can win. Throws
 * `DirectoryInUse`.
 */
export const claimDirectory = (directory: string): void => {
  mustNotBeHeld(directory);
  const written = join(directory, `holder.${process.pid}.json`);
  writeFileSync(written, JSON.stringify(thisProcess()));
  renameSync(written, fileIn(directory));
};

/** Gives the directory back. */
export const releaseDirectory = (directory: string): void => rmSync(fileIn(directory), { force: true });

const fileIn = (directory: string): string => join(directory, 'holder.json');

const holderOf = (directory: string): ProcessIdentity | null => {
  try {
    return JSON.parse(readFileSync(fileIn(directory), 'utf8')) as ProcessIdentity;
  } catch {
    // Nobody was here, or the machine lost power before the file was whole: then nobody is left either.
    return null;
  }
};
