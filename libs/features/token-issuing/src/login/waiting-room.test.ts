import { expect, test } from 'vitest';
import { deadlineIn } from '@kith/platform';
import { createWaitingRoom } from './waiting-room.ts';

test('those who wait are let on by the event, and nobody waits beyond the bound', async () => {
  const room = createWaitingRoom(1);
  let happen = (): void => undefined;
  const waiting = room.wait(deadlineIn(60_000), new Promise<void>((resolve) => (happen = resolve)));
  expect(await room.wait(deadlineIn(60_000), Promise.resolve())).toBe(false);
  happen();
  expect(await waiting).toBe(true);
  expect(await room.wait(deadlineIn(60_000), Promise.resolve())).toBe(true);
});

test('who waits in vain is told so', async () => {
  const room = createWaitingRoom(1);
  expect(await room.wait(deadlineIn(0), new Promise(() => undefined))).toBe(false);
});
