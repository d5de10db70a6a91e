import { describe, expect, test } from 'vitest';
import { createBackOff } from './back-off.ts';

describe('a back-off', () => {
  test('doubles up to its longest pause', () => {
    const backOff = createBackOff({ firstMs: 50, maxMs: 5_000 });
    expect([1, 2, 3, 8, 1_000].map(backOff)).toEqual([50, 100, 200, 5_000, 5_000]);
  });

  test('leaves the part of a pause to chance that it is told to', () => {
    const pausesOf = (chance: number) =>
      [0.5, 1].map((jitter) => createBackOff({ firstMs: 100, maxMs: 400, jitter, random: () => chance })(2));
    expect([0, 0.5, 1].map(pausesOf)).toEqual([
      [100, 0],
      [150, 100],
      [200, 200],
    ]);
  });
});
