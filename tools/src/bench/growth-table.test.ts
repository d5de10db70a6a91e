import { expect, test } from 'vitest';
import { growthTable } from './growth-table.ts';
import type { Row } from './summarise.ts';
import { targetsTable } from './targets.ts';

const rowOf = (scenario: string, population: number, ratio: number): Row => ({
  ...{ scenario, connections: 50, population, ratio, cpuMicrosPerRequest: 20 * ratio, settled: true },
  ...{ requestsPerSecond: 512.3, p50Ms: 1, p99Ms: 2, peakBytes: 1, failed: 0 },
  parts: { mongod: { cpuMicrosPerRequest: 432, peakBytes: 1 } },
});

const cellsOf = (table: string): readonly (readonly string[])[] =>
  table.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('a row that has grown by more than it may is marked', () => {
  const rows = [rowOf('a', 1_000, 10), rowOf('b', 1_000, 10), rowOf('a', 5_000, 11), rowOf('b', 5_000, 12)];
  expect(cellsOf(growthTable(rows)).slice(2)).toEqual([
    ['50', 'a', '10.0', '11.0', '10', ''],
    ['50', 'b', '10.0', '12.0', '20', 'too much'],
  ]);
  expect(growthTable(rows.slice(0, 2))).toBe('');
});

test('what is aimed at stands beside what was measured, a row for each thing that is read', () => {
  const rows = [rowOf("edge and resolver: new customer's login", 0, 38.26)];
  expect(cellsOf(targetsTable(rows)).slice(2)).toEqual([
    ["new customer's login", '200', '40', '25', '38.3'],
    ['logins a second, whole machine', '240', '1200', '2000', '512'],
    ['mongod per new login, µs', '3300', '600', '300', '432'],
  ]);
});
