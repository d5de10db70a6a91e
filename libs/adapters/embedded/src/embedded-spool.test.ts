import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  ampleDeadline,
  defineSpoolContract,
  durableFixture,
  manyOf,
  temporaryDirectory,
} from '@kith/testing';
import type { Spool } from '@kith/ports';
import { DirectoryInUse } from './engine/directory-holder.ts';
import { openEmbeddedSpool } from './log/open-embedded-spool.ts';

const MEBIBYTE = 1024 * 1024;
const MAX_BYTES = 2 * MEBIBYTE;

const open = (directory: string, mostBytes = MAX_BYTES) =>
  openEmbeddedSpool({ directory, mostBytes, clock: Date.now });

defineSpoolContract(async (mostBytes) => {
  const directory = await temporaryDirectory();
  return durableFixture(async () => {
    const { spool: adapter, close } = await open(directory.path, mostBytes);
    return { adapter, close };
  }, directory.remove);
});

/** Adds until it is full. */
const fill = async (spool: Spool, values: readonly string[]): Promise<void> => {
  for (let at = 0; ; at += 100) {
    const records = manyOf(100, (index) => ({ key: 'k', value: values[(at + index) % values.length]! }));
    if ((await spool.add(ampleDeadline(), 'tracking', records)) === 'full') return;
  }
};

const emptyOut = async (spool: Spool): Promise<void> => {
  for (let batch = await spool.oldest(); batch !== null; batch = await spool.oldest())
    await spool.remove(batch);
};

describe('the embedded spool', () => {
  test.each([
    ['of events as they are', ['x'.repeat(700), 'y'.repeat(1_100)]],
    ['of small ones', ['x'.repeat(120)]],
    ['of many a size, some larger than a page', ['x'.repeat(50), 'y'.repeat(1_500), 'z'.repeat(9_000)]],
  ])('takes up what it may of the disk and hardly more, filled again and again: %s', async (_, values) => {
    const directory = await temporaryDirectory();
    const { spool, close } = await open(directory.path);
    for (let round = 0; round < 3; round += 1) {
      await fill(spool, values);
      expect(spool.contents().bytes).toBeGreaterThan(0.7 * MAX_BYTES);
      await emptyOut(spool);
    }
    await close();
    expect(statSync(join(directory.path, 'spool', 'data.mdb')).size).toBeLessThan(MAX_BYTES + MEBIBYTE);
    await directory.remove();
  });

  test('gives more at once than the log takes, so that a commit is shared', async () => {
    const directory = await temporaryDirectory();
    const { spool, close } = await open(directory.path);
    await spool.add(
      ampleDeadline(),
      'tracking',
      manyOf(3_000, (index) => ({ key: 'k', value: String(index) })),
    );
    expect((await spool.oldest())!.records).toHaveLength(3_000);
    await close();
    await directory.remove();
  });

  test('says what waited at the end while it is closed and after that', async () => {
    const directory = await temporaryDirectory();
    const { spool, close } = await open(directory.path);
    await spool.add(ampleDeadline(), 'tracking', [{ key: 'k', value: 'v' }]);
    const before = spool.contents();
    const closed = close();
    expect(spool.contents()).toEqual(before);
    await closed;
    expect(spool.contents()).toEqual(before);
    await directory.remove();
  });

  test('is held by one alone', async () => {
    const directory = await temporaryDirectory();
    const { close } = await open(directory.path);
    await expect(open(directory.path)).rejects.toThrow(DirectoryInUse);
    await close();
    await (await open(directory.path)).close();
    await directory.remove();
  });
});
