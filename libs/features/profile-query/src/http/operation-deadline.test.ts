import { expect, test } from 'vitest';
import { operationDeadline } from './operation-deadline.ts';

test('an operation has its time as long as there is somebody to answer', () => {
  const response = { destroyed: false };
  const deadline = operationDeadline(response, 60_000);
  expect(deadline.remainingMs()).toBeGreaterThan(30_000);
  response.destroyed = true;
  expect(deadline.remainingMs()).toBe(0);
});
