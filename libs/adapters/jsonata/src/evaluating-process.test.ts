import { expect, test } from 'vitest';
import { processStarter } from './evaluating-process.ts';
import { createWorkerSlot } from './worker-slot.ts';

/** Longer than the system takes as an argument: it is refused at once, as it is for want of memory. */
const start = processStarter(new URL(`file:///${'x'.repeat(200_000)}`));

test('a process that the system refuses to start ends in the next turn, once', async () => {
  const ends: string[] = [];
  const child = start({ onReply: () => undefined, onEnd: () => void ends.push('end') });
  child.kill();
  expect([child.pid, ends]).toEqual([undefined, []]);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(ends).toEqual(['end']);
});

test('a worker slot tries again after its pause to start what the system refused, until it is closed', async () => {
  let starts = 0;
  const slot = await new Promise<ReturnType<typeof createWorkerSlot>>((resolve) => {
    const one = createWorkerSlot({
      start: (events) => {
        starts += 1;
        if (starts === 3) resolve(one);
        return start(events);
      },
      evaluationMs: 1,
      pauseMs: 1,
      onFree: () => undefined,
    });
  });
  expect([slot.isFree(), slot.pid()]).toEqual([false, undefined]);
  slot.close();
});
