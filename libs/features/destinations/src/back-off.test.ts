import { describe, expect, test } from 'vitest';
import { pauseAfter, USUAL_PATIENCE } from './back-off.ts';

describe('the pause after a failed try', () => {
  test('doubles up to its longest, and half of it is chance', () => {
    const pauses = [1, 2, 3, 40].map((tries) => pauseAfter(tries, USUAL_PATIENCE, 1));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 1_800_000]);
    expect(pauseAfter(3, USUAL_PATIENCE, 0)).toBe(2_000);
  });

  test('is as long as the receiver asks for, but never longer than a day', () => {
    expect(pauseAfter(1, USUAL_PATIENCE, 1, 90_000)).toBe(90_000);
    expect(pauseAfter(3, USUAL_PATIENCE, 1, 100)).toBe(4_000);
    expect(pauseAfter(1, USUAL_PATIENCE, 1, Infinity)).toBe(86_400_000);
  });
});
