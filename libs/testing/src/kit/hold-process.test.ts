import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { holdProcess, releaseProcess } from './hold-process.ts';
import { useEndings } from './use-endings.ts';

const THREADS = 4;
const COMPUTING = `
  const { Worker } = require('node:worker_threads');
  for (let begun = 0; begun < ${THREADS}; begun += 1) new Worker('for (;;);', { eval: true });
  process.stdin.on('data', () => process.stdout.write('here'));
`;

const endings = useEndings();

/** Nanoseconds on a processor, by thread. */
const processorTimes = async (pid: number): Promise<Readonly<Record<string, string>>> => {
  const threads = await readdir(`/proc/${pid}/task`);
  const texts = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')),
  );
  return Object.fromEntries(threads.map((thread, index) => [thread, texts[index]!.split(' ')[0]!]));
};

test.skipIf(!existsSync('/proc/self/task'))(
  'a process that is held runs in none of its threads, and goes on when it is released',
  async () => {
    const child = spawn(process.execPath, ['-e', COMPUTING], { stdio: ['pipe', 'pipe', 'inherit'] });
    endings.push(() => child.kill('SIGKILL'));
    const answer = async (): Promise<string> => {
      child.stdin.write('?');
      return String((await once(child.stdout, 'data'))[0]);
    };
    expect(await answer()).toBe('here');
    const pid = child.pid!;
    for (let times = 0; times < 20; times += 1) {
      await holdProcess(pid);
      const before = await processorTimes(pid);
      expect(await processorTimes(pid)).toEqual(before);
      releaseProcess(pid);
      expect(await answer()).toBe('here');
    }
  },
);
