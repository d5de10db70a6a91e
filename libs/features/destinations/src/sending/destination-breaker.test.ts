import { describe, expect, test } from 'vitest';
import { createDestinationBreaker } from './destination-breaker.ts';
import { DEFAULT_RETRY_POLICY } from './retry-policy.ts';

const started = () => {
  const time = { now: 0 };
  const breaker = createDestinationBreaker({
    retryPolicy: DEFAULT_RETRY_POLICY,
    clock: () => time.now,
    random: () => 1,
  });
  return { time, breaker };
};

describe('the circuit breaker of a destination', () => {
  test('opens after five failures in a row, and closes with one answer', () => {
    const { breaker } = started();
    for (let failures = 0; failures < 4; failures += 1) breaker.failed('500');
    breaker.succeeded();
    for (let failures = 0; failures < 4; failures += 1) breaker.failed('500');
    expect(breaker.isOpen()).toBe(false);
    breaker.failed('502');
    expect([breaker.isOpen(), breaker.why()]).toEqual([true, '502']);
    breaker.succeeded();
    expect(breaker.isOpen()).toBe(false);
  });

  test('is probed after a second, and at growing pauses of a minute at most', () => {
    const { breaker, time } = started();
    for (let failures = 0; failures < 5; failures += 1) breaker.failed('500');
    const pauses = Array.from({ length: 9 }, () => {
      const pause = breaker.probeInMs();
      time.now += pause;
      breaker.sending();
      breaker.failed('500');
      return pause;
    });
    expect(pauses.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
    expect(pauses.at(-1)).toBe(60_000);
  });

  test('is probed no later for the failures of calls that were under way when it opened', () => {
    const { breaker, time } = started();
    for (let calls = 0; calls < 16; calls += 1) breaker.failed('it took too long');
    expect(breaker.probeInMs()).toBe(1_000);
    expect(breaker.sending()).toBe(Infinity);
    expect(breaker.probeInMs()).toBe(1_000);
    time.now += 1_000;
    breaker.sending();
    for (let calls = 0; calls < 16; calls += 1) breaker.failed('it took too long');
    expect(breaker.probeInMs()).toBe(2_000);
  });

  test('lets a probe take the time until the next one, and every call all of its time while it is closed', () => {
    const { breaker, time } = started();
    expect(breaker.sending()).toBe(Infinity);
    for (let failures = 0; failures < 5; failures += 1) breaker.failed('it took too long');
    const times = Array.from({ length: 4 }, () => {
      time.now += breaker.probeInMs();
      return breaker.sending();
    });
    expect(times).toEqual([2_000, 4_000, 8_000, 16_000]);
    breaker.succeeded();
    expect(breaker.sending()).toBe(Infinity);
  });

  test('is open for as long as the receiver asks for at the first failure that asks', () => {
    const { breaker, time } = started();
    breaker.failed('429', 5_000);
    expect([breaker.isOpen(), breaker.probeInMs()]).toEqual([true, 5_000]);
    time.now += 5_000;
    expect(breaker.probeInMs()).toBe(0);
  });

  test('is open after an answer only for what comes after it', () => {
    const { breaker, time } = started();
    breaker.failed('429', 60_000);
    breaker.succeeded();
    for (let failures = 0; failures < 5; failures += 1) breaker.failed('500');
    expect([breaker.isOpen(), breaker.probeInMs(), time.now]).toEqual([true, 1_000, 0]);
  });
});
