import { expect, test } from 'vitest';
import { table } from './table.ts';

test('a row says what it says in the units of its heads, and marks what did not settle', () => {
  const [heads, rule, line] = table([
    {
      ...{ scenario: 'product', connections: 50, cpuMicrosPerRequest: 81.4, ratio: 3.456, settled: false },
      ...{ requestsPerSecond: 9_876.5, p50Ms: 4.56, p99Ms: 12, peakBytes: 104_857_600, failed: 3 },
      population: 0,
      parts: {},
    },
  ]).split('\n');
  expect(line?.split('|').map((cell) => cell.trim())).toEqual([
    '',
    '50',
    'product',
    '> 81',
    '3.46',
    '9877',
    '4.6',
    '12.0',
    '100',
    '3',
    '',
  ]);
  expect(new Set([heads?.length, rule?.length, line?.length]).size).toBe(1);
});
