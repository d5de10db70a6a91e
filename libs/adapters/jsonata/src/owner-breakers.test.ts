import { expect, test } from 'vitest';
import { FAILURES_TO_REST, FAILURES_WITHIN_MS, REST_MS } from './limits.ts';
import { createOwnerBreakers } from './owner-breakers.ts';

const breakersFrom = (first: number) => {
  const time = { now: first };
  const breakerOf = createOwnerBreakers(() => time.now);
  const asked = (pipeline = 'web'): boolean => breakerOf(pipeline).allows();
  const fail = (times: number): void => {
    for (let count = 0; count < times; count += 1) breakerOf('web').failed();
  };
  return { time, asked, fail, answer: () => breakerOf('web').succeeded() };
};

test('after so many failures a pipeline rests, is tried now and then, and is back when it answers', () => {
  const { time, fail, answer, asked } = breakersFrom(0);
  fail(FAILURES_TO_REST - 1);
  expect(asked()).toBe(true);
  fail(1);
  expect([asked(), asked('shop')]).toEqual([false, true]);
  time.now = REST_MS;
  expect([asked(), asked()]).toEqual([true, false]);
  fail(1);
  time.now = 2 * REST_MS - 1;
  expect(asked()).toBe(false);
  time.now = 2 * REST_MS;
  expect(asked()).toBe(true);
  answer();
  expect([asked(), asked()]).toEqual([true, true]);
});

test('what is answered between failures forgets none of them, and ends no rest that nobody tried', () => {
  const { fail, answer, asked } = breakersFrom(0);
  for (let times = 0; times < FAILURES_TO_REST; times += 1) {
    expect(asked()).toBe(true);
    fail(1);
    answer();
  }
  expect(asked()).toBe(false);
});

test('failures that lie far apart lead to no rest', () => {
  const { time, fail, asked } = breakersFrom(0);
  const apartMs = FAILURES_WITHIN_MS / (FAILURES_TO_REST - 1);
  for (let times = 0; times < 2 * FAILURES_TO_REST; times += 1) {
    time.now = times * apartMs;
    fail(1);
  }
  expect(asked()).toBe(true);
  fail(1);
  expect(asked()).toBe(false);
});
