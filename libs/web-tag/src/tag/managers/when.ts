import { safely } from '../safely.ts';

/** How often a manager that loads by itself is looked for, in milliseconds, and how many times. */
const EVERY_MS = 250;
const TIMES = 240;

/** Uses what a page comes to have, as soon as it is there. */
export const when = <T>(find: () => T | undefined, use: (found: T) => void, times = TIMES): void => {
  const found = find();
  if (found) safely(use)(found);
  else if (times) setTimeout(() => when(find, use, times - 1), EVERY_MS);
};
