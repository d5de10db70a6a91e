import { expect, test } from 'vitest';
import { quantile, unexplained, type Outcome } from './outcomes.ts';

const outcome = (at: number, ms: number, status: number | null): Outcome => ({
  ...{ kind: 'decision', what: 'login', at, ms, status },
});

test('what fails in a fault, or comes of it soon after, is explained; a 503 is an answer', () => {
  const fault = { name: 'Kafka stopped', from: 10_000, to: 20_000 };
  const before = outcome(1_000, 100, 500);
  const long = outcome(9_000, 2_000, 500);
  const during = outcome(15_000, 10, null);
  const soonAfter = outcome(22_000, 10, 500);
  const late = outcome(30_000, 10, null);
  const all = [before, long, during, soonAfter, late, outcome(40_000, 1, 503), outcome(40_000, 1, 200)];
  expect(unexplained(all, [fault])).toEqual([before, late]);
});

test('a quantile is one of the numbers', () => {
  expect([quantile([3, 1, 2, 4], 0.5), quantile([3, 1, 2], 0.99), quantile([], 0.5)]).toEqual([
    3,
    3,
    undefined,
  ]);
});
