import { describe, expect, test } from 'vitest';
import { retryPause, DEFAULT_RETRY_POLICY } from './retry-policy.ts';

describe('the pause after a failed try', () => {
  test('doubles up to its longest, and half of it is chance', () => {
    const pauses = [1, 2, 3, 40].map((tries) => retryPause(tries, DEFAULT_RETRY_POLICY, 1));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 1_800_000]);
    expect(retryPause(3, DEFAULT_RETRY_POLICY, 0)).toBe(2_000);
  });

  test('is as long as the receiver asks for, but never longer than a day', () => {
    expect(retryPause(1, DEFAULT_RETRY_POLICY, 1, 90_000)).toBe(90_000);
    expect(retryPause(3, DEFAULT_RETRY_POLICY, 1, 100)).toBe(4_000);
    expect(retryPause(1, DEFAULT_RETRY_POLICY, 1, Infinity)).toBe(86_400_000);
  });
});
