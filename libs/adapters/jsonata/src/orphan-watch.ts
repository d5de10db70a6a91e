import process from 'node:process';
import { setInterval } from 'node:timers';
import { workerData } from 'node:worker_threads';

/** How often it looks, in milliseconds. */
const EVERY_MS = 1_000;

/**
 * Ends the process when its parent is gone. It runs in a thread of its own, as the main one may be inside a regular
 * expression that never ends, and nobody would be left to kill it. It is told who the parent is: on a busy machine it
 * begins when that may be gone already.
 */
const parent: unknown = workerData;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
