import { parseUmid, type Umid } from '@kith/domain/identity';
import { z } from 'zod';
import { scopedCall } from '../calls/call.ts';

/** The most umids that one call names. */
export const MAX_RECOMPUTED_UMIDS = 1_000;

const umid = z.string().refine((text): text is Umid => parseUmid(text) === text, 'not a umid');
const count = z.int().min(0);

const cursor = z.object({
  umid,
  inside: z.object({ time: z.number(), id: z.string() }).nullable(),
});

/** Outcome of a part of a recomputation. */
const recomputed = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('recomputed'),
    umids: count,
    changed: count,
    events: count,
    next: cursor.nullable(),
  }),
  z.object({ kind: z.literal('unknown'), umids: z.array(umid) }),
]);

/** The call of `kith recompute`, which goes part by part. */
export const attributeCalls = {
  recompute: scopedCall({
    path: '/internal/recompute',
    input: z.strictObject({
      umids: z.array(umid).min(1).max(MAX_RECOMPUTED_UMIDS).exactOptional(),
      cursor: cursor.nullable(),
    }),
    output: recomputed,
    repeatable: true,
    // That a recomputation began stands in the log, not each of its parts.
    noted: ({ account, cursor }) =>
      cursor === null
        ? { level: 'info', about: { account }, said: 'an administrator asked to recompute attributes' }
        : null,
  }),
};
