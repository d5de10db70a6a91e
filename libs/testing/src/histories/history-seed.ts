import { randomInt } from 'node:crypto';

const LARGEST = 2 ** 31 - 1;

/** Where the random histories begin: KITH_HISTORY_SEED repeats a run that printed its seed. */
export const historySeed = (): number => {
  const given = process.env['KITH_HISTORY_SEED'];
  if (given === undefined || given === '') return randomInt(LARGEST);
  const seed = Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error('KITH_HISTORY_SEED must be a whole number');
  return seed;
};
