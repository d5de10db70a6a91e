import { describe, expect, test } from 'vitest';
import { ampleDeadline, createGate, manyOf, type Gate } from '@kith/testing';
import type { BoundedCalls } from './bounded-calls.ts';
import { createGatheredCalls } from './gathered-calls.ts';

const calls: BoundedCalls = { orElse: async (_deadline, _otherwise, call) => call() };

const A_DAY_MS = 24 * 60 * 60 * 1000;

/** A server that keeps what it is asked, and echoes it when the test says so. */
const aServer = (holdMs: number) => {
  const asked: (readonly number[])[] = [];
  const gates: Gate[] = [];
  const arrivals: Gate[] = [createGate()];
  const ask = createGatheredCalls<number, string>({
    calls,
    call: async (numbers) => {
      const gate = createGate();
      gates.push(gate);
      asked.push(numbers);
      arrivals.at(-1)!.open();
      arrivals.push(createGate());
      await gate.passed;
      return numbers.map(String);
    },
    holdMs,
  });
  return {
    asked,
    ask: (...numbers: readonly number[]) => ask(ampleDeadline(), numbers),
    answer: () => gates.shift()!.open(),
    until: async (count: number): Promise<void> => {
      while (asked.length < count) await arrivals.at(-1)!.passed;
    },
  };
};

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('calls that are gathered', () => {
  test('are one call for a turn, and one for all that is asked while that is under way', async () => {
    const server = aServer(A_DAY_MS);
    const first = manyOf(3, (index) => server.ask(index));
    await server.until(1);
    const second: Promise<readonly string[] | null>[] = [];
    for (const index of [3, 4, 5]) {
      second.push(server.ask(index, index * 10));
      await nextTurn();
    }
    expect(server.asked).toEqual([[0, 1, 2]]);
    server.answer();
    expect(await Promise.all(first)).toEqual([['0'], ['1'], ['2']]);
    await server.until(2);
    expect(server.asked[1]).toEqual([3, 30, 4, 40, 5, 50]);
    server.answer();
    expect(await Promise.all(second)).toEqual([
      ['3', '30'],
      ['4', '40'],
      ['5', '50'],
    ]);
  });

  test('do not wait for one that hangs', async () => {
    const server = aServer(1);
    const hanging = server.ask(1);
    await server.until(1);
    const other = server.ask(2);
    await server.until(2);
    server.answer();
    server.answer();
    expect(await Promise.all([hanging, other])).toEqual([['1'], ['2']]);
  });

  test('do not wait where there are as many as one call takes', async () => {
    const server = aServer(A_DAY_MS);
    const first = server.ask(1);
    await server.until(1);
    const others = manyOf(512, (index) => server.ask(index));
    await server.until(2);
    expect(server.asked[1]).toHaveLength(512);
    server.answer();
    server.answer();
    await Promise.all([first, ...others]);
  });
});
