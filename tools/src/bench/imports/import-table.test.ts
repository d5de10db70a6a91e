import { expect, test } from 'vitest';
import { importTable } from './import-table.ts';

test('a row of an import has the medians of its rounds, its CPU per 100,000 lines', () => {
  const sample = (round: number, seconds: number, cpuMs: number) => ({
    ...{ scenario: 'import', round, lines: 50_000, seconds, cpuMs },
  });
  const [, , row] = importTable([sample(1, 10, 8_000), sample(2, 20, 9_000), sample(3, 5, 30_000)]).split(
    '\n',
  );
  expect(row?.split('|').map((cell) => cell.trim())).toEqual(['', 'import', '50000', '5000', '18.0', '']);
});
