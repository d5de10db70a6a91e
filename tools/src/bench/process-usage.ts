import { readFile } from 'node:fs/promises';
import { setInterval, setTimeout } from 'node:timers/promises';

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

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** A mapping's first line, with the file where it has one, and what of it is resident. */
const MAPPING =
  /^[\da-f]+-[\da-f]+ [^\n]*?(?<file>\/[^\n]*)?\n(?:(?!Rss:)[A-Z][^\n]*\n)*?Rss:\s+(?<resident>\d+) kB$/gm;
/** The file that LMDB maps: the system keeps of it in memory what nobody else needs the memory for. */
const STORE = /\/data\.mdb( \(deleted\))?$/;

/** The resident memory without the mapped store, in bytes, in the text of `/proc/PID/smaps`. */
export const ownBytesOfSmaps = (smaps: string): number =>
  sum(
    Array.from(smaps.matchAll(MAPPING), ({ groups }) =>
      STORE.test(groups?.['file'] ?? '') ? 0 : Number(groups?.['resident']) * 1_024,
    ),
  );

/** The CPU that processes have used since they began, in milliseconds. */
export const cpuMs = async (pids: readonly number[]): Promise<number> =>
  sum(await Promise.all(pids.map(async (pid) => cpuMsOfStat(await readFile(`/proc/${pid}/stat`, 'utf8')))));

/** How often the memory of a process under load is looked at: a look goes through all that it has mapped. */
const MEMORY_LOOK_MS = 250;

/** Looks at the memory of processes until it is ended; then tells the peak of each, without the mapped store, in bytes. */
export const watchMemory = (
  pids: readonly number[],
): { readonly end: () => Promise<ReadonlyMap<number, number>> } => {
  const peaks = new Map<number, number>();
  const look = async (): Promise<void> => {
    for (const pid of pids) {
      const smaps = await readFile(`/proc/${pid}/smaps`, 'utf8').catch(() => '');
      peaks.set(pid, Math.max(peaks.get(pid) ?? 0, ownBytesOfSmaps(smaps)));
    }
  };
  const ending = new AbortController();
  const watching = (async () => {
    const turns = setInterval(MEMORY_LOOK_MS, look, { signal: ending.signal, ref: false });
    for await (const turn of turns) await turn();
  })().catch(() => undefined);
  return {
    end: async () => {
      ending.abort();
      await watching;
      await look();
      return peaks;
    },
  };
};

/** The resident memory of a process now, in bytes; undefined where it has ended. */
export const currentBytes = async (pid: number | undefined): Promise<number | undefined> => {
  const status = await readFile(`/proc/${pid ?? 'none'}/status`, 'utf8').catch(() => '');
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1_024;
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
