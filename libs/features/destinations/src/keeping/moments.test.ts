import { expect, test } from 'vitest';
import { createMoments } from './serve-destination.ts';

test('moments grow although the clock stands, or is set back', () => {
  const times = [5, 5, 9, 3];
  const moment = createMoments(() => times.shift() ?? 20);
  expect(Array.from({ length: 5 }, () => moment())).toEqual([5, 6, 9, 10, 20]);
});
