import { parseUmid, type ProfileId, type Umid } from '@kith/domain/identity';
import { z } from 'zod';
import { callerSchema } from './caller.ts';

/** Where the resolver takes the calls of `kith export audience`, signed like those of the edge. */
export const AUDIENCE_PATH = '/internal/privacy/audience';

const umid = z.string().refine((text): text is Umid => parseUmid(text) === text, 'not a umid');
const place = z.strictObject({ at: z.int(), umid });

/** The most names of identifiers that a call may bring. */
const MOST_NAMES = 64;

export const audienceCallSchema = z.strictObject({
  account: z.string(),
  segment: z.string(),
  requires: z.string().nullable(),
  identifiers: z.array(z.string()).max(MOST_NAMES).nullable(),
  by: callerSchema.shape.by,
  reason: callerSchema.shape.reason,
  after: place.nullable(),
});

const count = z.int().min(0);

/** A part of an audience. */
export const audiencePageSchema = z.object({
  members: z.array(
    z.object({
      umid,
      profileId: z.string().transform((text) => text as ProfileId),
      identifiers: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
  seen: count,
  unanswered: count,
  next: place.nullable(),
});
