import { describe, expect, test } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

const perMinute = (requests: number) => ({ requests, perMs: 60_000, everywhere: true });

const limiterAt = (keys = 1_024) => {
  const time = { now: 5_000 };
  return { time, take: createRateLimiter({ clock: () => time.now, seed: 4_711, keys }) };
};

const allowed = (times: number, take: () => number): number =>
  Array.from({ length: times }, take).filter((wait) => wait === 0).length;

describe('a rate limit', () => {
  test('lets through as many requests as it says, then tells how long to wait', () => {
    const { time, take } = limiterAt();
    expect(allowed(10, () => take('web', 'a', perMinute(5)))).toBe(5);
    expect(take('web', 'a', perMinute(5))).toBeCloseTo(12_000);
    time.now += 11_999;
    expect(take('web', 'a', perMinute(5))).toBeGreaterThan(0);
    time.now += 1;
    expect(take('web', 'a', perMinute(5))).toBe(0);
  });

  test('is whole again after its period', () => {
    const { time, take } = limiterAt();
    expect(allowed(7, () => take('web', 'a', perMinute(7)))).toBe(7);
    time.now += 60_000;
    expect(allowed(8, () => take('web', 'a', perMinute(7)))).toBe(7);
  });

  test('holds over time: what is refused counts for nothing, what is let through is the rate', () => {
    const { time, take } = limiterAt();
    let passed = 0;
    for (let step = 0; step < 6_000; step += 1) {
      passed += allowed(1, () => take('web', 'a', perMinute(600)));
      time.now += 20;
    }
    expect(passed).toBeGreaterThanOrEqual(1_799);
    expect(passed).toBeLessThanOrEqual(1_801);
  });

  test('is one of each key in each group', () => {
    const { take } = limiterAt();
    for (const [group, key] of [
      ['web', 'a'],
      ['web', 'b'],
      ['server', 'a'],
    ] as const) {
      expect(allowed(3, () => take(group, key, perMinute(2)))).toBe(2);
    }
  });

  test('forgets quiet keys, never busy ones, where there are more than it holds', () => {
    const { time, take } = limiterAt(8);
    for (let key = 0; key < 1_000; key += 1) {
      take('web', `one-off ${key}`, perMinute(60));
      time.now += 1_000;
    }
    expect(allowed(4, () => take('web', 'busy', perMinute(3)))).toBe(3);
    take('web', 'another', perMinute(3));
    expect(take('web', 'busy', perMinute(3))).toBeGreaterThan(0);
  });

  test('spreads like keys over its sets', () => {
    const { take } = limiterAt(4_096);
    const addresses = Array.from({ length: 1_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
    for (const address of addresses) expect(allowed(2, () => take('web', address, perMinute(1)))).toBe(1);
    const stillLimited = addresses.filter((address) => take('web', address, perMinute(1)) > 0);
    expect(stillLimited.length).toBeGreaterThan(990);
  });
});
