import { z } from 'zod';
import { expressionSchema } from './members/mapping-schema.ts';
import { memberName } from './members/names.ts';

/** The most segments of an account: an answer that shows attributes evaluates them all. */
export const MAX_SEGMENTS = 64;

/** Segments by name: conditions over profile and activity. */
export const segmentsSchema = z
  .record(memberName, expressionSchema)
  .refine(
    (segments) => Object.keys(segments).length <= MAX_SEGMENTS,
    `must have at most ${MAX_SEGMENTS} members`,
  )
  .meta({ maxProperties: MAX_SEGMENTS });
