import { expect, test } from 'vitest';
import { createThrottle } from './throttle.ts';

test('a throttle allows one in a while, of each key by itself', () => {
  const time = { now: 0 };
  const allows = createThrottle(() => time.now, 10);
  expect([allows(), allows(), allows('other')]).toEqual([true, false, true]);
  time.now = 9;
  expect([allows(), allows('other')]).toEqual([false, false]);
  time.now = 10;
  expect([allows(), allows(), allows('other')]).toEqual([true, false, true]);
});
