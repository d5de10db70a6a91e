import { describe, expect, test } from 'vitest';
import { createCircuit } from './circuit.ts';

const aCircuit = () => {
  const state = { now: 0, opened: 0 };
  const circuit = createCircuit({
    clock: () => state.now,
    failuresToOpen: 3,
    retryMs: 1_000,
    onOpen: () => (state.opened += 1),
  });
  const fail = (times: number): void => {
    for (let time = 0; time < times; time += 1) circuit.failed();
  };
  return { state, circuit, fail };
};

describe('the circuit', () => {
  test('opens after so many failures in a row, and tells it once', () => {
    const { state, circuit, fail } = aCircuit();
    fail(2);
    circuit.succeeded();
    fail(2);
    expect(circuit.allows()).toBe(true);
    fail(50);
    expect(circuit.allows()).toBe(false);
    expect(state.opened).toBe(1);
  });

  test('lets one call in a while through while it is open', () => {
    const { state, circuit, fail } = aCircuit();
    fail(3);
    state.now = 999;
    expect(circuit.allows()).toBe(false);
    state.now = 1_000;
    expect([circuit.allows(), circuit.allows()]).toEqual([true, false]);
    circuit.failed();
    state.now = 2_000;
    expect(circuit.allows()).toBe(true);
  });

  test('closes with the first success', () => {
    const { circuit, fail } = aCircuit();
    fail(3);
    circuit.succeeded();
    expect([circuit.isOpen, circuit.allows(), circuit.allows()]).toEqual([false, true, true]);
  });
});
