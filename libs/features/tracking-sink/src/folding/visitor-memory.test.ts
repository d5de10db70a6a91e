import { expect, test } from 'vitest';
import { randomUmid } from '@kith/testing';
import { createVisitorMemory } from './visitor-memory.ts';

test('who was found not to be erased before somebody was is a stranger again, whichever group is learned last', () => {
  const memory = createVisitorMemory();
  const [early, late] = [randomUmid(), randomUmid()];
  const learn = (timesSuppressed: number, subject: typeof early) =>
    memory.learn('demo', { activities: new Map(), timesSuppressed, subjects: [subject] });
  learn(5, early);
  learn(6, late);
  expect(memory.strangers('demo', [early, late])).toEqual([early]);
  learn(5, early);
  learn(6, late);
  expect(memory.strangers('demo', [early, late])).toEqual([early]);
});
