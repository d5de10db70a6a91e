import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createBoundedMap } from './bounded-map.ts';

/** What lives, after garbage is collected. */
const heapBytes = (): number => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
};

describe('a bounded map', () => {
  test('gives up what was set longest ago, however often it was used', () => {
    const map = createBoundedMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    expect(map.get('a')).toBe(1);
    map.set('c', 3);
    expect(['a', 'b', 'c'].map(map.get)).toEqual([undefined, 2, 3]);
    expect(map.size()).toBe(2);
  });

  test('takes a key that is set again for the newest, and gives up nothing for it', () => {
    const map = createBoundedMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    expect([...map.entries()]).toEqual([
      ['b', 2],
      ['a', 3],
    ]);
    map.set('c', 4);
    expect([...map.entries()]).toEqual([
      ['a', 3],
      ['c', 4],
    ]);
  });

  test('has room again for what was deleted', () => {
    const map = createBoundedMap<string, true>(2);
    map.set('a', true);
    map.set('b', true);
    map.delete('a');
    map.set('c', true);
    expect([...map.entries()].map(([key]) => key)).toEqual(['b', 'c']);
  });

  test('does as a plain list would, whatever is set and deleted', () => {
    const map = createBoundedMap<number, number>(3);
    let plain: (readonly [number, number])[] = [];
    for (let step = 0; step < 500; step += 1) {
      const key = (step * step) % 7;
      plain = plain.filter(([one]) => one !== key);
      if (step % 5 === 0) map.delete(key);
      else {
        map.set(key, step);
        plain = [...plain, [key, step] as const].slice(-3);
      }
      expect([...map.entries()]).toEqual(plain);
    }
  });

  test('keeps nothing of what has gone, also where the same keys are set again and it is never full', () => {
    const map = createBoundedMap<string, object>(20_000);
    const setAll = (times: number): void => {
      for (let step = 0; step < times; step += 1) map.set(`key ${step % 100}`, { step });
    };
    setAll(1_000);
    const before = heapBytes();
    setAll(500_000);
    expect(heapBytes() - before).toBeLessThan(5_000_000);
    expect(map.size()).toBe(100);
  });
});
