import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deadlineIn, Overload } from '@kith/platform';
import { createTimelyTurns } from './timely-turns.ts';

const AMPLE_MS = 60_000;

test('who would have to wait too long at a key is refused at once, and nobody at another one', async () => {
  const turns = createTimelyTurns();
  for (let measured = 0; measured < 20; measured += 1)
    await turns(deadlineIn(AMPLE_MS), ['a'], () => pause(5));
  let finish = (): void => undefined;
  const first = turns(deadlineIn(AMPLE_MS), ['a'], () => new Promise<void>((resolve) => (finish = resolve)));
  await expect(turns(deadlineIn(2), ['a'], async () => 'late')).rejects.toThrow(Overload);
  expect(await turns(deadlineIn(100), ['b'], async () => 'beside')).toBe('beside');
  const patient = turns(deadlineIn(AMPLE_MS), ['a'], async () => 'in time');
  finish();
  await first;
  expect(await patient).toBe('in time');
});

test('who has waited in vain does nothing any more', async () => {
  const turns = createTimelyTurns();
  let finish = (): void => undefined;
  const first = turns(deadlineIn(AMPLE_MS), ['a'], () => new Promise<void>((resolve) => (finish = resolve)));
  const late = turns(deadlineIn(5), ['a'], () => Promise.reject(new Error('it began')));
  await pause(10);
  finish();
  await first;
  await expect(late).rejects.toThrow(Overload);
});
