import { expect, test } from '@jest/globals';
import { createResting } from './resting.ts';

test('after so many failures in a row a pipeline rests, is tried now and then, and is back when it answers', () => {
  let now = 0;
  const resting = createResting({ clock: () => now, failuresToRest: 3, restMs: 10 });
  const fail = (): void => resting.failed('web');
  fail();
  fail();
  resting.answered('web');
  fail();
  fail();
  expect(resting.allows('web')).toBe(true);
  fail();
  expect([resting.allows('web'), resting.allows('shop')]).toEqual([false, true]);
  now = 10;
  expect([resting.allows('web'), resting.allows('web')]).toEqual([true, false]);
  fail();
  now = 19;
  expect(resting.allows('web')).toBe(false);
  now = 20;
  expect(resting.allows('web')).toBe(true);
  resting.answered('web');
  expect([resting.allows('web'), resting.allows('web')]).toEqual([true, true]);
});
