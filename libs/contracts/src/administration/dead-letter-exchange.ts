import { parseLetterId } from '@kith/domain/tracking';
import { z } from 'zod';
import { listedLetterSchema, waitingLetterSchema } from '../tracking/dead-letter-envelope.ts';
import { callerSchema } from './caller.ts';

/** Where the resolver takes the calls of `kith dead-letters`, signed like those of the edge. */
export const LIST_DEAD_LETTERS_PATH = '/internal/dead-letters/list';
export const SHOW_DEAD_LETTER_PATH = '/internal/dead-letters/show';
export const REPLAY_DEAD_LETTERS_PATH = '/internal/dead-letters/replay';
export const DROP_DEAD_LETTERS_PATH = '/internal/dead-letters/drop';

/** The most dead letters that one call may list, and that one may replay or drop: their originals may be large. */
export const MOST_LISTED_LETTERS = 500;
export const MOST_CHANGED_LETTERS = 50;

const letterId = z.string().refine((text) => parseLetterId(text) !== null, 'not the id of a dead letter');

export const listDeadLettersCallSchema = z.strictObject({
  account: z.string().optional(),
  after: letterId.optional(),
  limit: z.int().min(1).max(MOST_LISTED_LETTERS),
});

export const deadLettersListedSchema = z.array(listedLetterSchema);

export const showDeadLetterCallSchema = z.strictObject({ id: letterId });

export const deadLetterShownSchema = z.object({ letter: waitingLetterSchema.nullable() });

/** Which letters to replay or to drop, and who asks for it and why. */
export const changeDeadLettersCallSchema = z.strictObject({
  ids: z.array(letterId).min(1).max(MOST_CHANGED_LETTERS),
  caller: callerSchema.extend({ reason: callerSchema.shape.reason.min(1) }),
});

export const deadLettersChangedSchema = z.array(
  z.object({ id: z.string(), kind: z.enum(['replayed', 'dropped', 'unknown', 'unfit']) }),
);
