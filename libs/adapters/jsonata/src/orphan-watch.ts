import process from 'node:process';
import { setInterval } from 'node:timers';

/** How often it looks, in milliseconds. */
const EVERY_MS = 1_000;

/**
 * Ends the process when its parent is gone. It runs in a thread of its own, as the main one may be inside a regular
 * expression that never ends, and nobody would be left to kill it.
 */
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
