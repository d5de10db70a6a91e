import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { pause } from './pause.ts';

test('a pause takes its time', async () => {
  const begun = performance.now();
  await pause(20);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(19);
});

test('a pause ends when it is told to stop, and does not begin afterwards', async () => {
  const stopping = new AbortController();
  const paused = pause(60_000, stopping.signal);
  stopping.abort();
  expect(await paused).toBeUndefined();
  expect(await pause(60_000, stopping.signal)).toBeUndefined();
});
