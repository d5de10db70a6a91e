import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** Linux counts the CPU of a process in hundredths of a second, whatever its kernel was built with. */
const TICK_MS = 10;

/** Where the fields after the program's name begin; the name itself may hold blanks and brackets. */
const AFTER_NAME = ') ';
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** The milliseconds of CPU, user and system, in the text of `/proc/PID/stat`: those of all threads. */
export const cpuMsOfStat = (stat: string): number => {
  const fields = stat.slice(stat.lastIndexOf(AFTER_NAME) + AFTER_NAME.length).split(' ');
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_MS;
};

/** The peak of the resident memory, in bytes, in the text of `/proc/PID/status`. */
export const peakBytesOfStatus = (status: string): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1_024;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The CPU that processes have used since they began, in milliseconds. */
export const cpuMs = async (pids: readonly number[]): Promise<number> =>
  sum(await Promise.all(pids.map(async (pid) => cpuMsOfStat(await readFile(`/proc/${pid}/stat`, 'utf8')))));

/** The peaks of their memory, in bytes, since `forgetPeak`. */
export const peakBytes = async (pids: readonly number[]): Promise<number> =>
  sum(
    await Promise.all(
      pids.map(async (pid) => peakBytesOfStatus(await readFile(`/proc/${pid}/status`, 'utf8'))),
    ),
  );

/** The resident memory of a process now, in bytes; undefined where it has ended. */
export const currentBytes = async (pid: number | undefined): Promise<number | undefined> => {
  const status = await readFile(`/proc/${pid ?? 'none'}/status`, 'utf8').catch(() => '');
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1_024;
};

/** Lets the peak of their memory start again from what they hold now. */
export const forgetPeak = async (pids: readonly number[]): Promise<void> => {
  await Promise.all(pids.map((pid) => writeFile(`/proc/${pid}/clear_refs`, '5')));
};

const LOOK_MS = 200;
/** One tick in a look is what an idle process may use. */
const IDLE_MS = TICK_MS;
const PATIENCE_MS = 10_000;

/**
 * Waits until the processes have finished what the load left them, for example a consumer its backlog. Answers
 * whether they did in time.
 */
export const untilIdle = async (pids: readonly number[]): Promise<boolean> => {
  let before = await cpuMs(pids);
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    await setTimeout(LOOK_MS);
    const now = await cpuMs(pids);
    if (now - before <= IDLE_MS * pids.length) return true;
    before = now;
  }
  return false;
};
