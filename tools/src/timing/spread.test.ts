import { expect, test } from 'vitest';
import { spreadOf } from './spread.ts';

test.each([
  [[3], { least: 3, median: 3, most: 3 }],
  [[4, 1, 2], { least: 1, median: 2, most: 4 }],
  [[10, 9, 1, 2], { least: 1, median: 5.5, most: 10 }],
])('the spread of %j', (figures, spread) => {
  expect(spreadOf(figures)).toEqual(spread);
});
