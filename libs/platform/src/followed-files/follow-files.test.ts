import { mkdir, readFile, rename, rm, symlink, truncate, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { createMetrics } from '../observability/metrics.ts';
import { followFiles, type FollowedFiles } from './follow-files.ts';

/** So long that no test meets it: each looks for itself. */
const NEVER_MS = 1_000_000;

let directory: TemporaryDirectory;
let file: string;
let files: FollowedFiles<string> | undefined;
const endings = useEndings(afterEach);
beforeEach(async () => {
  directory = await temporaryDirectory();
  endings.push(() => directory.remove());
  endings.push(() => files?.close());
  file = join(directory.path, 'a.txt');
});

const read = async ({ file: name }: { readonly file: string }): Promise<string> => {
  const text = await readFile(name, 'utf8');
  if (text.startsWith('broken')) throw new Error('line 1: is broken');
  return text;
};

const follow = async (reading = read) => {
  const wanted = new Map([['a', { file }]]);
  const told: string[] = [];
  const metrics = createMetrics('test');
  const followed = await followFiles({
    wanted: () => wanted,
    read: reading,
    logger: { info: () => told.push('in use'), error: (_fields, message) => told.push(message) },
    metrics,
    clock: () => 5_000,
    everyMs: NEVER_MS,
  });
  files = followed;
  const lookTwice = async (): Promise<string | undefined> => {
    await followed.check();
    await followed.check();
    return followed.get('a');
  };
  return { followed, wanted, told, metrics, lookTwice };
};

describe('a followed file', () => {
  test('is there from the start', async () => {
    await writeFile(file, 'one');
    const { followed, metrics } = await follow();
    expect(followed.get('a')).toBe('one');
    expect(await metrics.text()).toMatch(/kith_followed_file_timestamp_seconds\{.*\} 5\n/);
  });

  test('is read again after it was written anew', async () => {
    await writeFile(file, 'one');
    const { lookTwice } = await follow();
    await writeFile(file, 'and two');
    expect(await lookTwice()).toBe('and two');
  });

  test('is read again after another took its place', async () => {
    await writeFile(file, 'one');
    const { lookTwice } = await follow();
    await writeFile(`${file}.new`, 'two');
    await rename(`${file}.new`, file);
    expect(await lookTwice()).toBe('two');
  });

  test('is read again after a link to its directory was swapped, as Kubernetes does', async () => {
    const [first, second, link] = ['1', '2', '..data'].map((name) => join(directory.path, name));
    for (const [place, text] of [[first!, 'one'] as const, [second!, 'two'] as const]) {
      await mkdir(place);
      await writeFile(join(place, 'a.txt'), text);
    }
    await symlink(first!, link!);
    await symlink(join(link!, 'a.txt'), file);
    const { followed, lookTwice } = await follow();
    expect(followed.get('a')).toBe('one');
    await symlink(second!, `${link!}_tmp`);
    await rename(`${link!}_tmp`, link!);
    await rm(first!, { recursive: true });
    expect(await lookTwice()).toBe('two');
  });

  test('that was not touched is not read again', async () => {
    await writeFile(file, 'one');
    let reads = 0;
    const { lookTwice } = await follow(async (wanted) => {
      reads += 1;
      return read(wanted);
    });
    await lookTwice();
    expect(reads).toBe(1);
  });

  test('that is still being written is left until it rests', async () => {
    await writeFile(file, 'one');
    const { followed } = await follow();
    for (const part of ['h', 'ha', 'half', 'half of it']) {
      await writeFile(file, part);
      await followed.check();
      expect(followed.get('a')).toBe('one');
    }
    await followed.check();
    expect(followed.get('a')).toBe('half of it');
  });

  test('that changes while it is read is read once more', async () => {
    await writeFile(file, 'one');
    const { followed, lookTwice } = await follow(async (wanted) => {
      const text = await read(wanted);
      if (text === 'two') await writeFile(file, 'three');
      return text;
    });
    await writeFile(file, 'two');
    expect(await lookTwice()).toBe('one');
    await followed.check();
    await followed.check();
    expect(followed.get('a')).toBe('three');
  });

  test.each<[string, (name: string) => Promise<void>, string]>([
    ['is broken', (name) => writeFile(name, 'broken'), 'line 1: is broken'],
    ['is gone', (name) => unlink(name), 'there is no such file'],
    [
      'is a directory',
      async (name) => {
        await unlink(name);
        await mkdir(name);
      },
      'is no regular file',
    ],
  ])('that %s leaves the old one in use, and is told of once', async (_name, spoil, why) => {
    await writeFile(file, 'one');
    const { lookTwice, told, metrics } = await follow();
    await spoil(file);
    expect(await lookTwice()).toBe('one');
    await lookTwice();
    expect(told).toEqual(['in use', `${file}: ${why}; what was read before stays in use`]);
    expect(await metrics.text()).toMatch(/reads_total\{.*outcome="refused".*\} 1\n/);
  });

  test('that was mended is in use again', async () => {
    await writeFile(file, 'one');
    const { lookTwice } = await follow();
    await writeFile(file, 'broken');
    await lookTwice();
    await truncate(file);
    await writeFile(file, 'two');
    expect(await lookTwice()).toBe('two');
  });

  test('that comes later is taken when it comes', async () => {
    file = join(dirname(file), 'later.txt');
    const { followed, lookTwice, told } = await follow();
    expect(followed.get('a')).toBeUndefined();
    expect(told).toEqual([`${file}: there is no such file; nothing is known of it`]);
    await writeFile(file, 'one');
    expect(await lookTwice()).toBe('one');
  });

  test('is followed for as long as it is wanted', async () => {
    await writeFile(file, 'one');
    const { followed, wanted } = await follow();
    wanted.set('b', { file });
    await followed.check();
    expect(followed.get('b')).toBe('one');
    wanted.delete('a');
    await followed.check();
    expect(followed.get('a')).toBeUndefined();
  });

  test('is looked at again and again', async () => {
    await writeFile(file, 'one');
    const second = new Promise<void>((resolve) => {
      let looks = 0;
      const wanted = () => {
        looks += 1;
        if (looks === 3) resolve();
        return new Map([['a', { file }]]);
      };
      const silent = { info: () => undefined, error: () => undefined };
      const metrics = createMetrics('test');
      void followFiles({ wanted, read, logger: silent, metrics, clock: Date.now, everyMs: 1 }).then(
        (followed) => (files = followed),
      );
    });
    await second;
  });
});
