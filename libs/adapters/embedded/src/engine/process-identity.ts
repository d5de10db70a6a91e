import { readFileSync } from 'node:fs';

/** Names one process so that a later one with the same id is not mistaken for it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since the start of the machine; null where the system does not tell. */
  readonly startedAt: string | null;
  /** Changes with every start of the machine; null where the system does not tell. */
  readonly bootId: string | null;
}

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
