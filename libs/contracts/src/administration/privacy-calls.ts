import { parseUmid, type Umid } from '@kith/domain/identity';
import { z } from 'zod';
import { asItCame } from '../wire/as-it-came.ts';
import { scopedCall } from '../calls/call.ts';
import { auditEntriesSchema, auditPage, auditVerdictSchema } from './audit-calls.ts';
import { callerSchema } from './caller.ts';

/** Whose person's data it is about, and who asks for it and why. */
const order = z.strictObject({
  person: z.strictObject({ name: z.string(), value: z.string() }),
  by: callerSchema.shape.by,
  reason: callerSchema.shape.reason.min(1),
});

const umid = z.string().refine((text): text is Umid => parseUmid(text) === text, 'not a umid');
const place = z.object({ time: z.number(), id: z.string() });

const exportCursor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('umids'), umid }),
  z.object({ kind: z.literal('consent'), umid, after: z.int().min(1).nullable() }),
  z.object({ kind: z.literal('events'), umid, after: place.nullable() }),
  z.object({ kind: z.literal('deadLetters'), umid, after: z.string().nullable() }),
]);

// An export shows what is held, whatever it is.
const exportedValue = asItCame;

/** The beginning of an export. */
const exportBeginning = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), umid, person: exportedValue, next: exportCursor }),
  z.object({ kind: z.literal('unknown') }),
]);

/** A page of an export. */
const exportPage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    of: z.enum(['umids', 'consent', 'events', 'deadLetters']),
    items: z.array(exportedValue),
    next: exportCursor.nullable(),
  }),
  z.object({ kind: z.literal('unknown') }),
]);

const count = z.int().min(0);

const counts = z.object({
  profiles: count,
  identifiers: count,
  sharedHoldings: count,
  devices: count,
  links: count,
  consentEntries: count,
  activities: count,
  events: count,
  changes: count,
  logRecords: count,
  parcels: count.optional(),
});

/** The proof of an erasure. */
export const erasureProofSchema = z.object({
  kind: z.literal('kith.erasure'),
  account: z.string(),
  erasure: z.string(),
  subjects: z.array(z.string()),
  erasedAt: z.string(),
  completedAt: z.string(),
  by: z.string(),
  reason: z.string(),
  removed: counts,
  lastCopyGoneOn: z.string(),
  mac: z.string(),
});

/** Outcome of an order to erase a person. */
const erasureOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('erased'), proof: erasureProofSchema }),
  z.object({ kind: z.literal('underway'), erasure: z.string() }),
  z.object({ kind: z.literal('unknown') }),
]);

/** The calls of `kith erase`, `kith export`, `kith audit`, and of the beginning of `kith import`. */
export const privacyCalls = {
  erase: scopedCall({
    path: '/internal/privacy/erase',
    input: order,
    output: erasureOutcome,
    // Made again it would find nobody, and say so.
    repeatable: false,
    noted: ({ account, by }, { kind: outcome }) => ({
      level: 'info',
      about: { account, by, outcome },
      said: 'an administrator asked to erase a person',
    }),
  }),
  beginExport: scopedCall({
    path: '/internal/privacy/begin-export',
    input: order,
    output: exportBeginning,
    // Made again it stands in the audit trail twice.
    repeatable: true,
    noted: ({ account, by }, { kind: outcome }) => ({
      level: 'info',
      about: { account, by, outcome },
      said: 'an administrator asked to export a person',
    }),
  }),
  exportMore: scopedCall({
    path: '/internal/privacy/export-more',
    input: z.strictObject({ umid, cursor: exportCursor }),
    output: exportPage,
    repeatable: true,
  }),
  noteImport: scopedCall({
    path: '/internal/privacy/note-import',
    input: z.strictObject({
      caller: callerSchema,
      what: z.strictObject({ kind: z.enum(['permissions', 'profiles']), digest: z.string().nullable() }),
    }),
    output: z.object({ kind: z.literal('noted') }),
    repeatable: true,
    // As the batches of the import that begins with it.
    isPatient: true,
  }),
  auditEntries: scopedCall({
    path: '/internal/privacy/audit',
    input: z.strictObject(auditPage),
    output: auditEntriesSchema,
    repeatable: true,
  }),
  verifyAudit: scopedCall({
    path: '/internal/privacy/verify-audit',
    input: z.strictObject({}),
    output: auditVerdictSchema,
    repeatable: true,
  }),
};
