import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Has a folder of the data directory in this process's name, as a command of kith has it, until it is released. */
export const holdFolder = async (folder: string): Promise<() => Promise<void>> => {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'holder.json');
  const stat = await readFile('/proc/self/stat', 'utf8');
  // Field 22, counted from behind the name of the program, which may hold blanks.
  const startedAt = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  const bootId = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  await writeFile(file, JSON.stringify({ pid: process.pid, startedAt, bootId }));
  return () => rm(file);
};
