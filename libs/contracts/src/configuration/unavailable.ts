import type { z } from 'zod';

/**
 * What the format has but this version does not do. To pass over a member that protects somebody would be a lie, so
 * the configuration is refused where it stands.
 */
export const UNAVAILABLE = 'not available in this version';

/** A member that protects somebody: its shape is known, its presence is refused. */
export const unavailable = <S extends z.ZodType>(schema: S) =>
  schema.refine((value) => value === undefined, UNAVAILABLE).meta({ not: {} });
