import { parseUmid, type Umid } from '@kith/domain/identity';
import { z } from 'zod';

/** Where the resolver takes the calls of `kith recompute`, signed like those of the edge. */
export const RECOMPUTE_PATH = '/internal/recompute';

/** The most umids that one call names. */
export const MOST_RECOMPUTED_UMIDS = 1_000;

const umid = z.string().refine((text): text is Umid => parseUmid(text) === text, 'not a umid');
const count = z.int().min(0);

const cursor = z.object({
  umid,
  inside: z.object({ time: z.number(), id: z.string() }).nullable(),
});

/** Which part of a recomputation is to be done. */
export const recomputeCallSchema = z.strictObject({
  account: z.string(),
  umids: z.array(umid).min(1).max(MOST_RECOMPUTED_UMIDS).exactOptional(),
  cursor: cursor.nullable(),
});

/** What it came to. */
export const recomputedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('recomputed'),
    umids: count,
    changed: count,
    events: count,
    next: cursor.nullable(),
  }),
  z.object({ kind: z.literal('unknown'), umids: z.array(umid) }),
]);
