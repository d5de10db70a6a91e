import { readFile } from 'node:fs/promises';
import { send } from './http.ts';
import type { Kith } from './kith.ts';

/** What a process holds, in megabytes. */
export type Memory = {
  /** Objects and the buffers that belong to them. */
  readonly heap: number;
  /** What is resident and no file: the pages of a store in memory-mapped files grow with what is in it. */
  readonly anonymous: number;
};

const MEGABYTE = 1_048_576;

export const memoryOf = async ({ managementUrl, pid }: Kith['edge']): Promise<Memory> => {
  const { text } = await send(managementUrl, '/metrics');
  const read = (name: string): number =>
    Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1]) / MEGABYTE;
  return {
    heap: read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes'),
    anonymous: (await anonymousOf(pid)) ?? read('process_resident_memory_bytes'),
  };
};

/** As Linux tells it; null on other systems. */
const anonymousOf = async (pid: number): Promise<number | null> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1_024;
};
