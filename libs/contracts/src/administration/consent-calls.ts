import { parseUmid, type Umid } from '@kith/domain/identity';
import { z } from 'zod';
import { scopedCall } from '../calls/call.ts';

/** The most entries, or profiles, that one call may ask for. */
export const MAX_CONSENT_ITEMS = 1_000;

/** The most profiles that one call may read to check their heads. */
export const MAX_HEADS = 100_000;

const umid = z.string().refine((text): text is Umid => parseUmid(text) === text, 'not a umid');
const sequence = z.int().min(1);
const limit = z.int().min(1).max(MAX_CONSENT_ITEMS);
const person = z.strictObject({ name: z.string(), value: z.string() });
const cursor = z.object({ umid, sequence });

const head = z.object({ sequence, mac: z.string() }).nullable();
const shown = { name: z.string(), version: z.number(), uxvariant: z.string().nullable() };
const fact = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('permission'),
    name: z.string(),
    granted: z.boolean(),
    identified: z.boolean(),
    shownWith: z.array(z.object(shown)),
    toldAt: z.number().exactOptional(),
    decidedAt: z.number().exactOptional(),
    withdrawnAt: z.number().exactOptional(),
  }),
  z.object({
    kind: z.literal('outdated'),
    name: z.string(),
    granted: z.boolean(),
    identified: z.boolean(),
    decidedAt: z.number(),
  }),
  z.object({
    kind: z.literal('acknowledgement'),
    acknowledgement: z.object({
      ...shown,
      permissions: z.array(z.string()),
      date: z.number(),
      clientTime: z.number().exactOptional(),
    }),
  }),
  z.object({ kind: z.literal('merge'), loser: z.string(), loserHead: head }),
  z.object({
    kind: z.literal('unmerge'),
    other: z.string(),
    otherHead: head,
    undecided: z.array(z.string()),
  }),
]);

/** An entry of the consent history as it is shown to administrators. */
const consentEntry = z.object({
  umid: z.string(),
  sequence: z.number(),
  at: z.number(),
  source: z.string(),
  fact,
  mac: z.string(),
});

const consentPage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    umid,
    // What was tampered with may have any shape; it is shown as one that cannot be read.
    entries: z.array(z.object({ umid, sequence, entry: consentEntry.nullable().catch(null) })),
    next: cursor.nullable(),
  }),
  z.object({ kind: z.literal('unknown') }),
]);

const broken = z.object({
  kind: z.literal('broken'),
  umid,
  sequence,
  fault: z.enum([
    'missing',
    'unreadable',
    'misplaced',
    'tampered',
    'otherChain',
    'beyondHead',
    'profileDiffers',
  ]),
});

const brokenBucket = {
  bucket: z.string(),
  fault: z.enum(['tallyMissing', 'tallyTampered', 'headsDiffer']),
  heads: z.number(),
  tallied: z.number(),
};

const consentVerdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intact'), umid, entries: z.number() }),
  broken,
  z.object({ kind: z.literal('bucketBroken'), umid, ...brokenBucket }),
  z.object({ kind: z.literal('unknown') }),
]);

const bucket = z.string().regex(/^[0-9a-f]{3}$/);

const headVerdicts = z.object({
  heads: z.number(),
  broken: z.array(z.object(brokenBucket)),
  // What was tampered with may have anything there.
  tallies: z.array(z.object({ bucket, version: z.number().catch(0), mac: z.string().catch('') })),
  next: bucket.nullable(),
});

const consentVerdicts = z.object({
  profiles: z.number(),
  entries: z.number(),
  broken: z.array(broken),
  next: umid.nullable(),
});

/** The calls of `kith consent`. */
export const consentCalls = {
  history: scopedCall({
    path: '/internal/consent/history',
    input: z.strictObject({ person, after: z.strictObject({ umid, sequence }).nullable(), limit }),
    output: consentPage,
    repeatable: true,
  }),
  verify: scopedCall({
    path: '/internal/consent/verify-one',
    input: z.strictObject({ person }),
    output: consentVerdict,
    repeatable: true,
  }),
  verifyAll: scopedCall({
    path: '/internal/consent/verify-all',
    input: z.strictObject({ after: umid.nullable(), limit }),
    output: consentVerdicts,
    repeatable: true,
  }),
  verifyHeads: scopedCall({
    path: '/internal/consent/verify-heads',
    input: z.strictObject({ after: bucket.nullable(), limit: z.int().min(1).max(MAX_HEADS) }),
    output: headVerdicts,
    repeatable: true,
  }),
};
