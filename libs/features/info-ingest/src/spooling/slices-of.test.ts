import { describe, expect, test } from 'vitest';
import { slicesOf } from './drain-batch.ts';

const record = (value: string) => ({ key: 'k', value });
const large = record('x'.repeat(5_000));

describe('the slices of a batch', () => {
  test('keep every record, in order, and what a slice may hold', () => {
    const records = Array.from({ length: 10 }, (_, index) => record(String(index)));
    const slices = slicesOf(records, 1_000);
    expect(slices.flat()).toEqual(records);
    expect(slices.map((slice) => slice.length)).toEqual([3, 3, 3, 1]);
  });

  test('give a record that is larger a slice of its own', () => {
    const [before, after] = [record('before'), record('after')];
    expect(slicesOf([before, large, after], 1_000)).toEqual([[before], [large], [after]]);
  });

  test('are none where there is nothing', () => {
    expect(slicesOf([], 1_000)).toEqual([]);
  });
});
