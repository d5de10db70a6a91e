import { expect, test } from 'vitest';
import { createKeyedCounter } from './keyed-counter.ts';

test('counts each key by itself, also one that is named twice', () => {
  const counter = createKeyedCounter();
  counter.add(['a', 'b', 'b'], 1);
  counter.add(['a'], -1);
  expect(['a', 'b', 'c'].map(counter.count)).toEqual([0, 2, 0]);
});
