import { DEFAULT_RETENTION, LOG_RETENTION_MS, type Retention } from '@kith/domain/pipeline';
import { z } from 'zod';
import { compileDuration, durationSchema } from './members/duration.ts';

const isAtMostALog = (duration: string): boolean => !(compileDuration(duration) > LOG_RETENTION_MS);

/** For how long an account keeps what it stores. */
export const retentionSchema = z.strictObject({
  events: durationSchema
    .default('395d')
    .describe('How long events are kept after they were received; counters and attributes stay.'),
  visitors: durationSchema
    .default('395d')
    .describe(
      'How long visitors without an identifier and without a granted permission are kept after they were last seen.',
    ),
  deadLetters: durationSchema
    .refine(isAtMostALog, 'must be 7d or less: the log keeps no record for longer')
    .default('7d')
    .describe(
      'How long records that nobody understands are kept, 7d at most. Accounts share their topic: the shortest time of all holds.',
    ),
});

/** The retention of an account; members that it does not name have their defaults. */
export const compileRetention = (document: z.output<typeof retentionSchema> | undefined): Retention =>
  document === undefined
    ? DEFAULT_RETENTION
    : {
        eventsMs: compileDuration(document.events),
        visitorsMs: compileDuration(document.visitors),
        deadLettersMs: compileDuration(document.deadLetters),
      };
