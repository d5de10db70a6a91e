import { z } from 'zod';

/**
 * An object of which nothing is known, kept as it came: schemas that go through members leave out one that is called
 * `__proto__`.
 */
export const asItCame = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'not an object',
);
