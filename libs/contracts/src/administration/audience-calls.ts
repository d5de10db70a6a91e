import { parseUmid, type ProfileId, type Umid } from '@kith/domain/identity';
import { z } from 'zod';
import { scopedCall } from '../calls/call.ts';
import { callerSchema } from './caller.ts';

const umid = z.string().refine((text): text is Umid => parseUmid(text) === text, 'not a umid');
const place = z.strictObject({ at: z.int(), umid });

/** The most names of identifiers that a call may bring. */
const MAX_NAMES = 64;

const count = z.int().min(0);

/** A part of an audience. */
const audiencePage = z.object({
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

/** The call of `kith export audience`: an audience comes page by page. */
export const audienceCalls = {
  page: scopedCall({
    path: '/internal/privacy/audience',
    input: z.strictObject({
      segment: z.string(),
      requires: z.string().nullable(),
      identifiers: z.array(z.string()).max(MAX_NAMES).nullable(),
      by: callerSchema.shape.by,
      reason: callerSchema.shape.reason,
      after: place.nullable(),
    }),
    output: audiencePage,
    // The first page, asked for again, stands in the audit trail twice.
    repeatable: true,
    // That an export began stands in the log, not each of its pages.
    noted: ({ account, by, segment, after }) =>
      after === null
        ? {
            level: 'info',
            about: { account, by, segment },
            said: 'an administrator asked to export an audience',
          }
        : null,
  }),
};
