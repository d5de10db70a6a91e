import { expect, test } from 'vitest';
import { createWorkPace, type WorkPace } from './work-pace.ts';

/** So many that begin together and end together. */
const crowd = (pace: WorkPace, pieces: number, from: number, to: number): void => {
  const begun = Array.from({ length: pieces }, () => pace.begin(from));
  for (const one of begun) pace.end(one, to);
};

test('what runs side by side shares its time', () => {
  const pace = createWorkPace(() => 4);
  crowd(pace, 400, 0, 4_000);
  expect(pace.msFor(1)).toBeCloseTo(10);
  expect(pace.msFor(300)).toBeCloseTo(3_000);
});

test('fewer at once that end as fast have the same pace, however long each of them took', () => {
  const pace = createWorkPace(() => 4);
  crowd(pace, 400, 0, 4_000);
  for (let round = 0; round < 5; round += 1) crowd(pace, 64, 10_000 + round * 1_000, 10_640 + round * 1_000);
  expect(pace.msFor(1)).toBeCloseTo(10);
});

test('one after the other behind a queue of others, each had its part', () => {
  const pace = createWorkPace(() => 4);
  const begun = Array.from({ length: 100 }, () => pace.begin(0));
  for (const [index, one] of begun.entries()) {
    pace.end(one, index * 5);
    begun.push(pace.begin(index * 5));
    if (begun.length === 400) break;
  }
  expect(pace.msFor(1)).toBeCloseTo(5, 0);
});

test('what runs alone where more might run beside it is no sign that others would have to wait for it', () => {
  const pace = createWorkPace(() => 64);
  for (let piece = 0; piece < 20; piece += 1) crowd(pace, 1, piece * 1_000, piece * 1_000 + 640);
  expect(pace.msFor(1)).toBeCloseTo(10);
});

test('nothing is said before enough was observed', () => {
  const pace = createWorkPace(() => 4);
  crowd(pace, 15, 0, 1_000);
  expect(pace.msFor(100)).toBe(0);
  crowd(pace, 1, 2_000, 3_000);
  expect(pace.msFor(100)).toBeGreaterThan(0);
});
