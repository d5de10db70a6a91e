import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './admission.ts';

const BOUNDS = { least: 4, most: 20 };
const ended = (began: number, tookMs: number, wasFull = true) => ({
  began,
  ended: began + tookMs,
  hadMs: 1_000,
  wasFull,
});

test('grows with quick work while it is reached, and never above the most', () => {
  const limit = createConcurrencyLimit(BOUNDS);
  limit.heed(ended(0, 10, false));
  expect(limit.current()).toBe(4);
  limit.heed(ended(0, 10));
  expect(limit.current()).toBe(5);
  for (let time = 0; time < 100; time += 1) limit.heed(ended(time, 10));
  expect(limit.current()).toBe(20);
});

test('shrinks with slow work, once for all that ran at the same time, and never below the least', () => {
  const limit = createConcurrencyLimit(BOUNDS);
  for (let time = 0; time < 100; time += 1) limit.heed(ended(time, 10));
  for (let piece = 0; piece < 20; piece += 1) limit.heed(ended(1_000, 600 + piece));
  expect(limit.current()).toBe(14);
  limit.heed(ended(1_700, 600));
  expect(limit.current()).toBe(9);
  for (let round = 3; round < 20; round += 1) limit.heed(ended(round * 1_000, 600));
  expect(limit.current()).toBe(4);
});

test('stays where work is neither quick nor slow', () => {
  const limit = createConcurrencyLimit(BOUNDS);
  limit.heed(ended(0, 200));
  expect(limit.current()).toBe(4);
});
