import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deadlineIn } from '../concurrency/deadline.ts';
import { Overload } from '../errors/problem.ts';
import { createKeyedAdmission } from './keyed-admission.ts';

const AMPLE_MS = 60_000;

test('who would have to wait too long at a key is refused at once, and nobody at another one', async () => {
  const admit = createKeyedAdmission();
  for (let measured = 0; measured < 20; measured += 1)
    await admit(deadlineIn(AMPLE_MS), ['a'], () => pause(5));
  let finish = (): void => undefined;
  const first = admit(deadlineIn(AMPLE_MS), ['a'], () => new Promise<void>((resolve) => (finish = resolve)));
  await expect(admit(deadlineIn(2), ['a'], async () => 'late')).rejects.toThrow(Overload);
  expect(await admit(deadlineIn(100), ['b'], async () => 'beside')).toBe('beside');
  const patient = admit(deadlineIn(AMPLE_MS), ['a'], async () => 'in time');
  finish();
  await first;
  expect(await patient).toBe('in time');
});

test('who has waited in vain does nothing any more', async () => {
  const admit = createKeyedAdmission();
  let finish = (): void => undefined;
  const first = admit(deadlineIn(AMPLE_MS), ['a'], () => new Promise<void>((resolve) => (finish = resolve)));
  const late = admit(deadlineIn(5), ['a'], () => Promise.reject(new Error('it began')));
  await pause(10);
  finish();
  await first;
  await expect(late).rejects.toThrow(Overload);
});
