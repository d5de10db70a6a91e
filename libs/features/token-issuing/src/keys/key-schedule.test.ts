import { describe, expect, test } from 'vitest';
import { KEY_LEAD_MS, keysThatAreOver, scheduleKeys } from './key-schedule.ts';

const HOUR_MS = 3_600_000;
const LATE_MS = 5 * 60_000;
const key = (createdAt: number, signsFrom = createdAt) => ({ createdAt, signsFrom });

describe('of the keys', () => {
  test.each([
    ['the only one signs', [key(0)], 0, ['signing']],
    ['the only one signs also where its maker was ahead', [key(10)], 0, ['signing']],
    ['a new one is published before it signs', [key(5, 15), key(0)], 14, ['next', 'signing']],
    ['a new one signs when its moment has come', [key(5, 15), key(0)], 15, ['signing', 'verifying']],
    [
      'the newest whose moment has come signs, also where an older one was to sign later',
      [key(6, 6), key(5, 15), key(0)],
      20,
      ['signing', 'verifying', 'verifying'],
    ],
  ])('%s', (_, keys, now, states) => {
    expect(scheduleKeys(keys, now).map(({ state }) => state)).toEqual(states);
  });

  test('an old one is over when the last token that it can have signed has expired', () => {
    const [next, old] = [key(0, KEY_LEAD_MS), key(-HOUR_MS)];
    const end = KEY_LEAD_MS + HOUR_MS + LATE_MS;
    expect(keysThatAreOver([next, old], HOUR_MS, end - 1)).toEqual([]);
    expect(keysThatAreOver([next, old], HOUR_MS, end)).toEqual([old]);
    expect(keysThatAreOver([old], HOUR_MS, Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  test('one that was skipped is over when its successor has taken its place for long enough', () => {
    const [atOnce, skipped, old] = [key(6, 6), key(5, 5 + KEY_LEAD_MS), key(0)];
    expect(keysThatAreOver([atOnce, skipped, old], HOUR_MS, 6 + HOUR_MS + LATE_MS)).toEqual([skipped, old]);
  });
});
