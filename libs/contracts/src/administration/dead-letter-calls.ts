import { parseLetterId } from '@kith/domain/tracking';
import { z } from 'zod';
import { call, type CallNote } from '../calls/call.ts';
import { listedLetterSchema, waitingLetterSchema } from '../tracking/dead-letter-envelope.ts';
import { callerSchema } from './caller.ts';

/** The most dead letters that one call may list, and that one may replay or drop: their originals may be large. */
export const MAX_LISTED_LETTERS = 500;
export const MAX_CHANGED_LETTERS = 50;

const letterId = z.string().refine((text) => parseLetterId(text) !== null, 'not the id of a dead letter');

/** Which letters to replay or to drop, and who asks for it and why. */
const letterChange = z.strictObject({
  ids: z.array(letterId).min(1).max(MAX_CHANGED_LETTERS),
  caller: callerSchema.extend({ reason: callerSchema.shape.reason.min(1) }),
});

const lettersChanged = z.array(
  z.object({ id: z.string(), kind: z.enum(['replayed', 'dropped', 'unknown', 'unfit']) }),
);

const noting =
  (said: string) =>
  ({ ids, caller }: z.output<typeof letterChange>): CallNote => ({
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
      after: letterId.exactOptional(),
      limit: z.int().min(1).max(MAX_LISTED_LETTERS),
    }),
    output: z.array(listedLetterSchema),
    repeatable: true,
  }),
  show: call({
    path: '/internal/dead-letters/show',
    input: z.strictObject({ id: letterId }),
    output: z.object({ letter: waitingLetterSchema.nullable() }),
    repeatable: true,
  }),
  // Made again either would say that the letters are unknown.
  replay: call({
    path: '/internal/dead-letters/replay',
    input: letterChange,
    output: lettersChanged,
    repeatable: false,
    noted: noting('an administrator asked to replay dead letters'),
  }),
  drop: call({
    path: '/internal/dead-letters/drop',
    input: letterChange,
    output: lettersChanged,
    repeatable: false,
    noted: noting('an administrator asked to drop dead letters'),
  }),
};
