import { describe, expect, test } from 'vitest';
import { createBoundedMap } from './bounded-map.ts';

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
    const map = createBoundedMap<string, undefined>(2);
    map.set('a', undefined);
    map.set('b', undefined);
    map.delete('a');
    map.set('c', undefined);
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
});
