import { setTimeout } from 'node:timers/promises';

const FIRST_MS = 4;
const LONGEST_MS = 100;

/** Waits before the next try, longer after every failure, and by chance, so that those who raced do not meet again. */
export const pauseBeforeRetry = async (failures: number): Promise<void> => {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
  await setTimeout(most * (0.5 + Math.random() / 2));
};
