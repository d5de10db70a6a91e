import { setTimeout as pause } from 'node:timers/promises';

/** A short, growing, random pause in milliseconds, so that those who raced do not meet again. */
export const pauseBeforeRetry = async (attempt: number): Promise<void> => {
  await pause(Math.random() * Math.min(50, 2 ** attempt));
};
