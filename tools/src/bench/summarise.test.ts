import { describe, expect, test } from 'vitest';
import { BASELINE } from './scenario.ts';
import { median, summarise, type Sample } from './summarise.ts';

const sample = (scenario: string, round: number, cpuMicrosPerRequest: number): Sample => ({
  ...{ scenario, round, cpuMicrosPerRequest, connections: 50, requestsPerSecond: 1_000, p50Ms: 1, p99Ms: 2 },
  ...{ peakBytes: round, answered: 1_000, failed: 0, settled: round !== 2 },
  population: 0,
  parts: { app: { cpuMicrosPerRequest, peakBytes: round } },
});

describe('the medians of the rounds', () => {
  test('the median of an even number of figures lies between the two in the middle', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([9, 1, 5])).toBe(5);
  });

  test('a ratio is taken within a round, so that a slow round distorts none', () => {
    const rounds = [20, 60, 30].flatMap((bare, index) => [
      sample(BASELINE, index + 1, bare),
      sample('product', index + 1, bare * 3),
    ]);
    expect(summarise(rounds).map(({ scenario, ratio }) => [scenario, ratio])).toEqual([
      [BASELINE, 1],
      ['product', 3],
    ]);
  });

  test('memory is that of the highest round, and one round that did not settle marks the row', () => {
    const [row] = summarise([sample(BASELINE, 1, 20), sample(BASELINE, 2, 20)]);
    expect(row).toMatchObject({ peakBytes: 2, settled: false });
    expect(row?.parts).toEqual({ app: { cpuMicrosPerRequest: 20, peakBytes: 2 } });
  });
});
