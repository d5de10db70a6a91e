import { parseDeadLetterId } from '@kith/domain/tracking';
import { z } from 'zod';
import { call, type CallNote } from '../calls/call.ts';
import { listedDeadLetterSchema, waitingDeadLetterSchema } from '../tracking/dead-letter-envelope.ts';
import { callerSchema } from './caller.ts';

/** The most dead letters that one call may list, and that one may replay or drop: their originals may be large. */
export const MAX_LISTED_DEAD_LETTERS = 500;
export const MAX_CHANGED_DEAD_LETTERS = 50;

const deadLetterId = z
  .string()
  .refine((text) => parseDeadLetterId(text) !== null, 'not the id of a dead letter');

/** Which dead letters to replay or to drop, and who asks for it and why. */
const deadLetterChange = z.strictObject({
  ids: z.array(deadLetterId).min(1).max(MAX_CHANGED_DEAD_LETTERS),
  caller: callerSchema.extend({ reason: callerSchema.shape.reason.min(1) }),
});

const deadLettersChanged = z.array(
  z.object({ id: z.string(), kind: z.enum(['replayed', 'dropped', 'unknown', 'unfit']) }),
);

const noting =
  (said: string) =>
  ({ ids, caller }: z.output<typeof deadLetterChange>): CallNote => ({
    level: 'info',
    about: { by: caller.by, letters: ids.length },
    said,
  });

/** The calls of `kith dead-letters`. */
export const deadLetterCalls = {
  list: call({
    path: '/internal/dead-letters/list',
    input: z.strictObject({
      account: z.string().exactOptional(),
      after: deadLetterId.exactOptional(),
      limit: z.int().min(1).max(MAX_LISTED_DEAD_LETTERS),
    }),
    output: z.array(listedDeadLetterSchema),
    repeatable: true,
  }),
  show: call({
    path: '/internal/dead-letters/show',
    input: z.strictObject({ id: deadLetterId }),
    output: z.object({ letter: waitingDeadLetterSchema.nullable() }),
    repeatable: true,
  }),
  // Made again either would say that the dead letters are unknown.
  replay: call({
    path: '/internal/dead-letters/replay',
    input: deadLetterChange,
    output: deadLettersChanged,
    repeatable: false,
    noted: noting('an administrator asked to replay dead letters'),
  }),
  drop: call({
    path: '/internal/dead-letters/drop',
    input: deadLetterChange,
    output: deadLettersChanged,
    repeatable: false,
    noted: noting('an administrator asked to drop dead letters'),
  }),
};
