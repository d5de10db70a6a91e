import { expect, test } from 'vitest';
import { timeToWait } from './admission.ts';

const deadline = { remainingMs: () => 1_200 };

test.each([
  [0, 900],
  [10, 900],
  [100, 700],
  [160, 400],
  [5_000, 400],
])('of 1,200 ms a request whose work takes %i ms may wait for %i', (workMs, waitMs) =>
  expect(timeToWait(deadline, workMs)).toBe(waitMs),
);
