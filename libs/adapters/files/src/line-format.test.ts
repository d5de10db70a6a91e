import { describe, expect, test } from 'vitest';
import { valueAt } from './line-format.ts';

describe('a path', () => {
  test('leads to a member by its name, or inside at a dot', () => {
    const value = { 'a.b': 1, a: { b: 2, c: { d: 3 } } };
    expect([valueAt(value, 'a.b'), valueAt(value, 'a.c.d'), valueAt(value, 'a.x')]).toEqual([
      1,
      3,
      undefined,
    ]);
  });

  test('leads to nothing that the value does not hold itself', () => {
    expect([valueAt({}, 'constructor'), valueAt('text', 'length'), valueAt(null, 'a')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
