import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names one process so that a later one with the same id is not mistaken for it. */
interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since the start of the machine; null where the system does not tell. */
  readonly startedAt: string | null;
  /** Changes with every start of the machine; null where the system does not tell. */
  readonly bootId: string | null;
}

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

/** The process that asks. */
export const thisProcess = (): ProcessIdentity => ({
  pid: process.pid,
  startedAt: startOf(process.pid),
  bootId: bootId(),
});

/** Whether that process still runs. */
export const isRunning = (identity: ProcessIdentity): boolean => {
  if (identity.bootId !== bootId()) return false;
  if (!exists(identity.pid)) return false;
  return identity.startedAt === startOf(identity.pid);
};

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user exists, though it takes no signal from us.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const bootId = (): string | null => read('/proc/sys/kernel/random/boot_id')?.trim() ?? null;

/** Field 22 of /proc/PID/stat; the second field may hold blanks and brackets, so count from its end. */
const startOf = (pid: number): string | null => {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
};

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};
