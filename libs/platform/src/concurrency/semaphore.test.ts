import { describe, expect, test } from 'vitest';
import { deadlineIn, isInTime } from './deadline.ts';
import { createKeyedSemaphore, createSemaphore } from './semaphore.ts';

const AMPLE = deadlineIn(60_000);

describe('a semaphore', () => {
  test('gives its permits in the order of asking', async () => {
    const semaphore = createSemaphore(() => 1);
    const order: number[] = [];
    const take = (who: number) => semaphore.acquire(AMPLE).then(() => order.push(who));
    const all = [take(1), take(2), take(3)];
    expect([semaphore.isFree(), semaphore.waiting(), semaphore.tryAcquire()]).toEqual([false, 2, false]);
    await all[0];
    semaphore.release();
    await all[1];
    expect([order, semaphore.waiting()]).toEqual([[1, 2], 1]);
    semaphore.release();
    await all[2];
    semaphore.release();
    expect([order, semaphore.isFree()]).toEqual([[1, 2, 3], true]);
  });

  test('gives nothing to who has waited in vain, and lets those behind go on', async () => {
    const semaphore = createSemaphore(() => 1);
    semaphore.tryAcquire();
    const [late, next] = [semaphore.acquire(deadlineIn(1)), semaphore.acquire(AMPLE)];
    expect(await late).toBe(false);
    semaphore.release();
    expect(await next).toBe(true);
    expect(semaphore.isFree()).toBe(false);
  });

  test('hands out as many permits as there are by then', async () => {
    let permits = 1;
    const semaphore = createSemaphore(() => permits);
    semaphore.tryAcquire();
    const waiting = [1, 2, 3].map(() => semaphore.acquire(AMPLE));
    permits = 2;
    semaphore.release();
    expect(await Promise.all(waiting.slice(0, 2))).toEqual([true, true]);
    permits = 1;
    semaphore.release();
    expect([semaphore.waiting(), semaphore.isFree()]).toEqual([1, false]);
    semaphore.release();
    expect(await waiting[2]).toBe(true);
  });

  test('lets as many wait for an event as it has permits, and nobody beyond that', async () => {
    const semaphore = createSemaphore(() => 1);
    const waitFor = (event: Promise<void>) => semaphore.tryRun(() => isInTime(AMPLE, event));
    let happen = (): void => undefined;
    const waiting = waitFor(new Promise<void>((resolve) => (happen = resolve)));
    expect(await waitFor(Promise.resolve())).toBeNull();
    happen();
    expect(await waiting).toBe(true);
    expect(await waitFor(Promise.resolve())).toBe(true);
    await expect(semaphore.tryRun(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(semaphore.isFree()).toBe(true);
  });

  test('tells who waits in vain so', async () => {
    const semaphore = createSemaphore(() => 1);
    const never = new Promise(() => undefined);
    expect(await semaphore.tryRun(() => isInTime(deadlineIn(0), never))).toBe(false);
  });
});

describe('a keyed semaphore', () => {
  test('bounds the work of each key by itself, and counts none that has ended', async () => {
    const { tryRun } = createKeyedSemaphore(1);
    let end = (): void => undefined;
    const first = tryRun('a', () => new Promise<void>((resolve) => (end = resolve)));
    expect([await tryRun('a', async () => 'a'), await tryRun('b', async () => 'b')]).toEqual([null, 'b']);
    end();
    await first;
    await expect(tryRun('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await tryRun('a', async () => 'a')).toBe('a');
  });
});
