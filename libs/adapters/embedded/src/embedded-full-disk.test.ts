import { expect, test } from 'vitest';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ampleDeadline, createGate, temporaryDirectory } from '@kith/testing';
import { openEmbeddedStore } from './open-embedded-store.ts';

const WRITER = fileURLToPath(new URL('./full-disk-writer.mjs', import.meta.url));

/** A limit on the size of files stands for the full disk; without the trap its signal would end the process. */
const LIMITED = `trap '' XFSZ; ulimit -S -f 4096; exec "$0" "$1" "$2"`;

interface Written {
  readonly acknowledged: readonly string[];
  readonly refused: readonly string[];
}

const writeUntilFull = async (directory: string): Promise<Written> => {
  const run = promisify(execFile);
  const options = { maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await run('sh', ['-c', LIMITED, process.execPath, WRITER, directory], options);
  return JSON.parse(stdout) as Written;
};

test('a full disk is a bounded refusal: nothing acknowledged is lost, and there is a life after it', async () => {
  const directory = await temporaryDirectory();
  const { acknowledged, refused } = await writeUntilFull(directory.path);
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(new Set(refused)).toEqual(new Set(['Unavailable']));

  const store = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
  await store.log.append(ampleDeadline(), 'tracking', [{ key: 'k', value: 'after' }]);
  const values: string[] = [];
  const done = createGate();
  await store.log.subscribe('tracking', 'recount', {
    startAt: async () => 0,
    take: async ({ records }) => {
      values.push(...records.map(({ value }) => value));
      if (values.at(-1) === 'after') done.open();
    },
  });
  await done.passed;
  expect(values.toSorted()).toEqual([...acknowledged, 'after'].toSorted());
  await store.close();
  await directory.remove();
});
