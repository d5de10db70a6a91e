import { describe, expect, test } from 'vitest';
import { deadlineIn } from './deadline.ts';
import { retryInTime } from './retry.ts';

describe('a retry', () => {
  test('ends with the first outcome, after a pause for each failure', async () => {
    const failures: number[] = [];
    const backOff = (count: number): number => {
      failures.push(count);
      return 1;
    };
    const outcomes = [null, null, 'done', 'never'].values();
    const attempt = async () => outcomes.next().value ?? null;
    expect(await retryInTime(deadlineIn(60_000), attempt, backOff)).toBe('done');
    expect(failures).toEqual([1, 2]);
  });

  test('ends at the deadline, and attempts nothing after it', async () => {
    let attempts = 0;
    const attempt = async (): Promise<null> => {
      attempts += 1;
      return null;
    };
    expect(await retryInTime(deadlineIn(10), attempt, () => 20)).toBeNull();
    expect(await retryInTime(deadlineIn(0), attempt)).toBeNull();
    expect(attempts).toBe(1);
  });

  test('passes on what an attempt throws', async () => {
    const attempt = () => Promise.reject(new Error('broken'));
    await expect(retryInTime(deadlineIn(60_000), attempt)).rejects.toThrow('broken');
  });
});
