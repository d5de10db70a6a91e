import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { seedOf } from './seed.ts';
import { shrinkingAtMost } from './shrinking-at-most.ts';

describe('what a test draws by chance', () => {
  test('begins where the names of its suite and of itself say', ({ task }) => {
    const seed = seedOf(`${task.file.name} ${task.fullTestName}`);
    expect(fc.readConfigureGlobal().seed).toBe(seed);
  });

  test('comes from the seed of the run and from a name', () => {
    expect(seedOf('a')).toBe(seedOf('a'));
    expect(seedOf('a')).not.toBe(seedOf('b'));
  });
});

describe('the search for a smaller counterexample', () => {
  const failing = async (tries: number) => {
    const tried: number[] = [];
    const predicate = shrinkingAtMost(tries, async (value: number) => {
      tried.push(value);
      if (value > 10) throw new Error('too much');
    });
    const found = await fc.check(fc.asyncProperty(fc.nat(), predicate));
    return { found, tried: tried.length };
  };

  test('ends after so many tries, with the smallest that was found', async () => {
    const { found, tried } = await failing(3);
    expect(found.counterexample![0]).toBeGreaterThan(10);
    expect(tried).toBeLessThan(found.numRuns + 4);
  });

  test('goes as far as it goes where it has tries enough', async () => {
    expect((await failing(1_000)).found.counterexample).toEqual([11]);
  });
});
