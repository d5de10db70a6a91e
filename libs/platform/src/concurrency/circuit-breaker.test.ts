import { describe, expect, test } from 'vitest';
import { createCircuitBreaker, type CircuitBreakerOptions } from './circuit-breaker.ts';

const aBreaker = (options: Partial<CircuitBreakerOptions> = {}) => {
  const state = { now: 0, opened: 0 };
  const breaker = createCircuitBreaker({
    clock: () => state.now,
    failuresToOpen: 3,
    probePauseMs: () => 1_000,
    onOpen: () => (state.opened += 1),
    ...options,
  });
  const fail = (times: number): void => {
    for (let time = 0; time < times; time += 1) breaker.failed();
  };
  return { state, breaker, fail };
};

describe('a circuit breaker', () => {
  test('opens after so many failures in a row, and tells it once', () => {
    const { state, breaker, fail } = aBreaker();
    fail(2);
    breaker.succeeded();
    fail(2);
    expect(breaker.allows()).toBe(true);
    fail(50);
    expect(breaker.allows()).toBe(false);
    expect(state.opened).toBe(1);
  });

  test('lets one call in a while through while it is open', () => {
    const { state, breaker, fail } = aBreaker();
    fail(3);
    state.now = 999;
    expect(breaker.allows()).toBe(false);
    state.now = 1_000;
    expect([breaker.allows(), breaker.allows()]).toEqual([true, false]);
    breaker.failed();
    state.now = 2_000;
    expect(breaker.allows()).toBe(true);
  });

  test('closes with the first success', () => {
    const { breaker, fail } = aBreaker();
    fail(3);
    breaker.succeeded();
    expect([breaker.isOpen(), breaker.allows(), breaker.allows()]).toEqual([false, true, true]);
  });

  test('probes at growing pauses, and no later for failures of calls that are no probes', () => {
    const { state, breaker, fail } = aBreaker({ probePauseMs: (probes) => 1_000 * 2 ** probes });
    fail(16);
    const pauses = [1, 2, 3].map(() => {
      const pause = breaker.probeInMs();
      state.now += pause;
      expect(breaker.allows()).toBe(true);
      fail(16);
      return pause;
    });
    expect(pauses).toEqual([1_000, 2_000, 4_000]);
    breaker.succeeded();
    expect(breaker.probeInMs()).toBe(0);
    fail(3);
    expect(breaker.probeInMs()).toBe(1_000);
  });

  test('opens at once for as long as the other side asks to be left alone', () => {
    const { state, breaker } = aBreaker();
    breaker.failed(5_000);
    expect([breaker.isOpen(), breaker.probeInMs(), state.opened]).toEqual([true, 5_000, 1]);
    breaker.failed(2_000);
    expect(breaker.probeInMs()).toBe(5_000);
    state.now = 5_000;
    expect(breaker.allows()).toBe(true);
    breaker.succeeded();
    breaker.failed(10);
    expect(breaker.probeInMs()).toBe(1_000);
  });
});

describe('a circuit breaker over a time', () => {
  const overTime = () => aBreaker({ withinMs: 10, probePauseMs: () => 10, isClosedByProbeOnly: true });

  test('probes now and then, later after a failure, and closes when a probe succeeds', () => {
    const { state, breaker, fail } = overTime();
    fail(2);
    expect(breaker.allows()).toBe(true);
    fail(1);
    expect(breaker.allows()).toBe(false);
    state.now = 10;
    expect([breaker.allows(), breaker.allows()]).toEqual([true, false]);
    state.now = 12;
    breaker.failed();
    state.now = 21;
    expect(breaker.allows()).toBe(false);
    state.now = 22;
    expect(breaker.allows()).toBe(true);
    breaker.succeeded();
    expect([breaker.allows(), breaker.allows()]).toEqual([true, true]);
    expect(state.opened).toBe(1);
  });

  test('forgets no failure for what succeeds between, and is closed by nothing but a probe', () => {
    const { breaker } = overTime();
    for (let times = 0; times < 3; times += 1) {
      expect(breaker.allows()).toBe(true);
      breaker.failed();
      breaker.succeeded();
    }
    expect(breaker.allows()).toBe(false);
  });

  test('may be closed by any success, and opens again with the next failure within its time', () => {
    const { breaker, fail } = aBreaker({ withinMs: 10, probePauseMs: () => 10 });
    fail(3);
    breaker.succeeded();
    expect(breaker.isOpen()).toBe(false);
    fail(1);
    expect(breaker.isOpen()).toBe(true);
  });

  test('stays closed for failures that lie far apart', () => {
    const { state, breaker, fail } = overTime();
    for (const now of [0, 5, 10, 15, 20]) {
      state.now = now;
      fail(1);
    }
    expect(breaker.allows()).toBe(true);
    fail(1);
    expect(breaker.allows()).toBe(false);
  });
});
