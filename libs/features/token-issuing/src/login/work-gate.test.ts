import { expect, test } from 'vitest';
import { createWorkGate } from './work-gate.ts';

test('one piece of work runs, one waits, and the rest is refused until there is room again', async () => {
  const gate = createWorkGate({ atOnce: 1, waiting: 1 });

  let finish: (value: string) => void = () => undefined;
  const running = gate.run(() => new Promise<string>((resolve) => (finish = resolve)));
  const waiting = gate.run(() => Promise.resolve('second'));
  expect(await gate.run(() => Promise.resolve('third'))).toEqual({ kind: 'busy' });
  finish('first');
  expect(await running).toEqual({ kind: 'done', value: 'first' });
  expect(await waiting).toEqual({ kind: 'done', value: 'second' });
  expect(await gate.run(() => Promise.resolve('fourth'))).toEqual({ kind: 'done', value: 'fourth' });
});

test('work that fails makes room too', async () => {
  const gate = createWorkGate({ atOnce: 1, waiting: 0 });
  await expect(gate.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await gate.run(() => Promise.resolve(1))).toEqual({ kind: 'done', value: 1 });
});
