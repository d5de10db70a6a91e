import { z } from 'zod';

const DURATION = /^([1-9]\d{0,4})(s|min|h|d)$/;

/** A length of time as the configuration writes it: `395d`. */
export const durationSchema = z.string().regex(DURATION, 'must be a number of s, min, h or d: 395d');

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 24 * 3_600_000,
};

/** Milliseconds of a duration that keeps to the schema. */
export const compileDuration = (duration: string): number => {
  const [, number, unit = ''] = DURATION.exec(duration) ?? [];
  return Number(number) * (UNITS[unit] ?? Number.NaN);
};
