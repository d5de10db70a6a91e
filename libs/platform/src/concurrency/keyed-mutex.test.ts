import { describe, expect, test } from 'vitest';
import { createKeyedMutex, createMutex } from './keyed-mutex.ts';

/** Work that runs until it is let go, and says when it runs. */
const held = () => {
  const running: string[] = [];
  const releases = new Map<string, () => void>();
  const work = (name: string) => async (): Promise<string> => {
    running.push(name);
    await new Promise<void>((resolve) => releases.set(name, resolve));
    return name;
  };
  return { running, work, release: (name: string) => releases.get(name)?.() };
};

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a keyed mutex', () => {
  test('work with a key in common runs one after the other, other work beside it', async () => {
    const lock = createKeyedMutex();
    const { running, work, release } = held();
    const first = lock(['a', 'b'], work('first'));
    const second = lock(['b', 'c'], work('second'));
    const beside = lock(['d'], work('beside'));
    await settled();
    expect(running).toEqual(['first', 'beside']);
    release('first');
    expect(await first).toBe('first');
    await settled();
    expect(running).toEqual(['first', 'beside', 'second']);
    release('second');
    release('beside');
    expect(await Promise.all([second, beside])).toEqual(['second', 'beside']);
  });

  test('keys that cross do not wait in a circle', async () => {
    const lock = createKeyedMutex();
    const done = Array.from({ length: 100 }, (_, index) =>
      lock(index % 2 === 0 ? ['a', 'b'] : ['b', 'a'], async () => index),
    );
    expect(await Promise.all(done)).toHaveLength(100);
  });

  test('work that fails fails for its caller alone', async () => {
    const lock = createKeyedMutex();
    const failing = lock(['a'], () => Promise.reject(new Error('no')));
    const next = lock(['a'], async () => 'yes');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});

test('a mutex runs all of its work one after the other, also behind work that fails', async () => {
  const lock = createMutex();
  const { running, work, release } = held();
  const failing = lock(() => Promise.reject(new Error('no')));
  const both = [lock(work('first')), lock(work('second'))];
  await expect(failing).rejects.toThrow('no');
  await settled();
  expect(running).toEqual(['first']);
  release('first');
  expect(await both[0]).toBe('first');
  await settled();
  release('second');
  expect(await both[1]).toBe('second');
});
