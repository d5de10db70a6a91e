import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

const LOOK_MS = 2;
/** On a processor, or ready to be put on one: runs, sleeps, waits for a disk, is idle. */
const GOES_ON = new Set(['R', 'S', 'D', 'I']);

/**
 * SIGSTOP, and waits until every thread of the process stands still: one thread takes the signal, and until the system
 * runs that one the others go on answering, on a busy machine for hundreds of milliseconds. Where there is no `/proc`
 * nothing tells, and it returns at once.
 */
export const holdProcess = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGSTOP');
  while (!(await standsStill(pid))) await setTimeout(LOOK_MS);
};

/** SIGCONT. */
export const releaseProcess = (pid: number): void => void process.kill(pid, 'SIGCONT');

const standsStill = async (pid: number): Promise<boolean> => {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const states = await Promise.all(threads.map((thread) => stateOf(`/proc/${pid}/task/${thread}/stat`)));
  return states.every((state) => !GOES_ON.has(state));
};

/** The letter behind the name of the program, which stands in brackets and may hold any; none of a thread that is gone. */
const stateOf = async (path: string): Promise<string> => {
  const stat = await readFile(path, 'utf8').catch(() => '');
  return stat.charAt(stat.lastIndexOf(')') + 2);
};
