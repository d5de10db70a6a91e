import { expect, test } from 'vitest';
import { createResting } from './resting.ts';

const restingFrom = (first: number) => {
  const time = { now: first };
  const options = { failuresToRest: 3, withinMs: 10, restMs: 10 };
  const resting = createResting({ clock: () => time.now, ...options });
  return { time, ...resting, asked: (pipeline = 'web') => resting.allows(pipeline) };
};

test('after so many failures a pipeline rests, is tried now and then, and is back when it answers', () => {
  const { time, failed, answered, asked } = restingFrom(0);
  failed('web');
  failed('web');
  expect(asked()).toBe(true);
  failed('web');
  expect([asked(), asked('shop')]).toEqual([false, true]);
  time.now = 10;
  expect([asked(), asked()]).toEqual([true, false]);
  failed('web');
  time.now = 19;
  expect(asked()).toBe(false);
  time.now = 20;
  expect(asked()).toBe(true);
  answered('web');
  expect([asked(), asked()]).toEqual([true, true]);
});

test('what is answered between failures forgets none of them, and ends no rest that nobody tried', () => {
  const { failed, answered, asked } = restingFrom(0);
  for (let times = 0; times < 3; times += 1) {
    expect(asked()).toBe(true);
    failed('web');
    answered('web');
  }
  expect(asked()).toBe(false);
});

test('failures that lie far apart lead to no rest', () => {
  const { time, failed, asked } = restingFrom(0);
  for (const now of [0, 5, 10, 15, 20]) {
    time.now = now;
    failed('web');
  }
  expect(asked()).toBe(true);
  failed('web');
  expect(asked()).toBe(false);
});
