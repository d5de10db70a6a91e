import { expect, test } from 'vitest';
import { sinkTable } from './sink-table.ts';

test('has the medians of the rounds for both, and what the sink is of the bare insert', () => {
  const sample = (round: number, sink: number, bare: number) => ({
    ...{ round, events: 1_000, written: 1_500, sink, bare, sinkCpu: 0.3, bareCpu: 0.1 },
  });
  const [, , ...rows] = sinkTable([sample(1, 1, 0.5), sample(2, 2, 1.5), sample(3, 4, 2)]).split('\n');
  const cells = rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  expect(cells).toEqual([
    ['sink, exactly once', '500', '750', '20.0'],
    ['bare insertMany', '', '1000', '6.7'],
    ['sink to insertMany', '', '50 %', ''],
  ]);
});
