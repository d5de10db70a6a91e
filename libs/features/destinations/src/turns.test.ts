import { expect, test } from 'vitest';
import { createGate } from '@kith/testing';
import { createTurns } from './turns.ts';

test('work of one key runs one after the other, also after a failure, and other work beside it', async () => {
  const inTurn = createTurns();
  const gate = createGate();
  const done: string[] = [];
  const first = inTurn('a', async () => {
    await gate.passed;
    done.push('a1');
    throw new Error('no');
  });
  const second = inTurn('a', async () => {
    done.push('a2');
  });
  await inTurn('b', async () => {
    done.push('b');
  });
  gate.open();
  await expect(first).rejects.toThrow('no');
  await second;
  expect(done).toEqual(['b', 'a1', 'a2']);
});
