import { describe, expect, test } from 'vitest';
import { pause } from './pause.ts';
import { createPollingSignal, createSignal } from './signal.ts';

const counted = () => {
  const state = { woken: 0 };
  return { state, wake: () => void (state.woken += 1) };
};

describe('a signal', () => {
  test('wakes who listens after its caller has gone on, and nobody who has ended that', async () => {
    const signal = createSignal();
    const [stays, leaves] = [counted(), counted()];
    signal.listen(stays.wake);
    const end = signal.listen(leaves.wake);
    signal.notify();
    expect(stays.state.woken).toBe(0);
    end();
    await Promise.resolve();
    expect([stays.state.woken, leaves.state.woken]).toEqual([1, 0]);
  });
});

describe('a polling signal', () => {
  test('wakes at every interval, as long as somebody listens', async () => {
    const signal = createPollingSignal(5);
    const { state, wake } = counted();
    const end = signal.listen(wake);
    while (state.woken < 2) await pause(1);
    end();
    end();
    const before = state.woken;
    await pause(20);
    expect(state.woken).toBe(before);
    signal.close();
  });

  test('wakes at once when it is notified', async () => {
    const signal = createPollingSignal(60_000);
    const { state, wake } = counted();
    signal.listen(wake);
    signal.notify();
    await Promise.resolve();
    expect(state.woken).toBe(1);
    signal.close();
  });
});
