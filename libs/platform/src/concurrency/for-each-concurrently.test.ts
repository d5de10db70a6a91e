import { describe, expect, test } from 'vitest';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { pause } from './pause.ts';

describe('work on many items', () => {
  test('is done for each of them, with no more at once than may be', async () => {
    const done: number[] = [];
    let [underWay, peak] = [0, 0];
    await forEachConcurrently([1, 2, 3, 4, 5], 2, async (item) => {
      peak = Math.max(peak, (underWay += 1));
      await pause(1);
      underWay -= 1;
      done.push(item);
    });
    expect([done.toSorted((a, b) => a - b), peak]).toEqual([[1, 2, 3, 4, 5], 2]);
  });

  test('ends with the first failure, when nothing is under way any more', async () => {
    const [begun, ended]: [number[], number[]] = [[], []];
    const work = async (item: number): Promise<void> => {
      begun.push(item);
      if (item === 2) throw new Error('no');
      await pause(5);
      ended.push(item);
    };
    await expect(forEachConcurrently([1, 2, 3, 4], 2, work)).rejects.toThrow('no');
    expect([begun, ended]).toEqual([[1, 2], [1]]);
  });
});
