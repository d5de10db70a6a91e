import { parseUmid, type Umid } from '@kith/domain/identity';
import { z } from 'zod';
import { asItCame } from '../as-it-came.ts';
import { auditPage } from './audit-exchange.ts';
import { callerSchema } from './caller.ts';

/** Where the resolver takes the calls of `kith erase` and `kith audit`, signed like those of the edge. */
export const ERASE_PATH = '/internal/privacy/erase';
export const AUDIT_ENTRIES_PATH = '/internal/privacy/audit';
export const VERIFY_AUDIT_PATH = '/internal/privacy/verify-audit';

export const BEGIN_EXPORT_PATH = '/internal/privacy/begin-export';
export const NOTE_IMPORT_PATH = '/internal/privacy/note-import';
export const EXPORT_MORE_PATH = '/internal/privacy/export-more';

export const eraseCallSchema = z.strictObject({
  account: z.string(),
  person: z.strictObject({ name: z.string(), value: z.string() }),
  by: callerSchema.shape.by,
  reason: callerSchema.shape.reason.min(1),
});

const umid = z.string().refine((text): text is Umid => parseUmid(text) === text, 'not a umid');
const place = z.object({ time: z.number(), id: z.string() });

const exportCursorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('umids'), umid }),
  z.object({ kind: z.literal('consent'), umid, after: z.int().min(1).nullable() }),
  z.object({ kind: z.literal('events'), umid, after: place.nullable() }),
  z.object({ kind: z.literal('deadLetters'), umid, after: z.string().nullable() }),
]);

export const beginExportCallSchema = eraseCallSchema;
export const exportMoreCallSchema = z.strictObject({
  account: z.string(),
  umid,
  cursor: exportCursorSchema,
});

// An export shows what is held, whatever it is.
const exportedValue = asItCame;

/** The beginning of an export. */
export const exportBeginningSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), umid, person: exportedValue, next: exportCursorSchema }),
  z.object({ kind: z.literal('unknown') }),
]);

/** A page of an export. */
export const exportPageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    of: z.enum(['umids', 'consent', 'events', 'deadLetters']),
    items: z.array(exportedValue),
    next: exportCursorSchema.nullable(),
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

/** What became of an order to erase. */
export const erasureOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('erased'), proof: erasureProofSchema }),
  z.object({ kind: z.literal('underway'), erasure: z.string() }),
  z.object({ kind: z.literal('unknown') }),
]);

export const noteImportCallSchema = z.strictObject({
  account: z.string(),
  caller: callerSchema,
  what: z.strictObject({ kind: z.enum(['permissions', 'profiles']), digest: z.string().nullable() }),
});
export const importNotedSchema = z.object({ kind: z.literal('noted') });

export const auditEntriesCallSchema = z.strictObject({ account: z.string(), ...auditPage });

export const verifyAuditCallSchema = z.strictObject({ account: z.string() });
