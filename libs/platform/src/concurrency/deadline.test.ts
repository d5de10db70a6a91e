import { describe, expect, test } from 'vitest';
import { DeadlineExceeded, deadlineIn, isInTime, within } from './deadline.ts';

const never = new Promise<never>(() => undefined);

describe('a deadline', () => {
  test('what comes in time is handed on', async () => {
    await expect(within(deadlineIn(60_000), 'the store', Promise.resolve('found'))).resolves.toBe('found');
  });

  test("a failure that comes in time is the promise's own", async () => {
    const failure = new Error('broken');
    await expect(within(deadlineIn(60_000), 'the store', Promise.reject(failure))).rejects.toBe(failure);
  });

  test('what does not come is a DeadlineExceeded that names it', async () => {
    const outcome = within(deadlineIn(1), 'the store', never);
    await expect(outcome).rejects.toBeInstanceOf(DeadlineExceeded);
    await expect(outcome).rejects.toThrow('the store did not end within the deadline');
  });

  test('a deadline that has passed has nothing left, never less', () => {
    expect(deadlineIn(-5).remainingMs()).toBe(0);
  });

  test('the time that remains never grows', () => {
    const deadline = deadlineIn(1_000);
    const before = deadline.remainingMs();
    expect(deadline.remainingMs()).toBeLessThanOrEqual(before);
    expect(before).toBeLessThanOrEqual(1_000);
  });

  test('says whether something came in time, and no more of why it did not', async () => {
    const outcomes = [
      isInTime(deadlineIn(60_000), Promise.resolve('found')),
      isInTime(deadlineIn(60_000), Promise.reject(new Error('broken'))),
      isInTime(deadlineIn(1), never),
    ];
    expect(await Promise.all(outcomes)).toEqual([true, false, false]);
  });
});
