import { parseUmid, type Umid } from '@kith/domain/identity';
import type { DeadLetter } from '@kith/domain/tracking';
import { z } from 'zod';

/** The most characters of a record of the dead-letter topic: every log takes as many. */
const MAX_RECORD = 512 * 1024;

const EPOCH_MS = z.number().min(0).max(8_640_000_000_000_000);

const originalSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), value: z.string() }),
  z.object({ kind: z.literal('bytes'), base64: z.base64() }),
  z.object({ kind: z.literal('omitted') }),
]);

const umid = z.string().refine((text): text is Umid => parseUmid(text) === text, 'not a umid');

/** A dead letter without its original. */
const toldSchema = z.object({
  id: z.string().min(1),
  topic: z.string().min(1),
  partition: z.int().min(0),
  position: z.int().min(0),
  reason: z.string(),
  key: z.string(),
  bytes: z.int().min(0),
  account: z.string().nullable(),
  umid: umid.nullable(),
  digest: z.string(),
  buriedAt: EPOCH_MS,
  expiresAt: EPOCH_MS,
});

/** A record of the dead-letter topic. One dead letter may lie there more than once, always with the same id. */
export const deadLetterSchema = toldSchema.extend({ original: originalSchema });

/** A waiting dead letter as it is listed, and as it is shown. */
export const listedDeadLetterSchema = toldSchema.extend({ replays: z.int().min(0) });
export const waitingDeadLetterSchema = listedDeadLetterSchema.extend({ original: originalSchema });

/** A record for the dead-letter topic; where the original would make it too large for a log, without it. */
export const encodeDeadLetter = (deadLetter: DeadLetter): string => {
  const whole = JSON.stringify(deadLetter);
  if (whole.length <= MAX_RECORD) return whole;
  const original: DeadLetter['original'] = { kind: 'omitted' };
  return JSON.stringify({ ...deadLetter, original });
};
