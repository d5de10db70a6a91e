import { parseUmid } from '@kith/domain/identity';
import type { Umid } from '@kith/domain/identity';
import { z } from 'zod';

/** Where the resolver takes the calls of `kith erase` and `kith audit`, signed like those of the edge. */
export const ERASE_PATH = '/internal/privacy/erase';
export const AUDIT_ENTRIES_PATH = '/internal/privacy/audit';
export const VERIFY_AUDIT_PATH = '/internal/privacy/verify-audit';

export const BEGIN_EXPORT_PATH = '/internal/privacy/begin-export';
export const NOTE_IMPORT_PATH = '/internal/privacy/note-import';
export const EXPORT_MORE_PATH = '/internal/privacy/export-more';

/** The most entries of the audit trail that one call may ask for. */
export const MOST_AUDIT_ENTRIES = 1_000;

const by = z.string().min(1).max(256);
const reason = z.string().max(1_024);

export const eraseCallSchema = z.strictObject({
  account: z.string(),
  person: z.strictObject({ name: z.string(), value: z.string() }),
  by,
  reason: reason.min(1),
});

const umid = z.string().refine((text): text is Umid => parseUmid(text) === text, 'not a umid');
const place = z.object({ time: z.number(), id: z.string() });

const exportCursorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('umids'), umid }),
  z.object({ kind: z.literal('consent'), umid, after: z.int().min(1).nullable() }),
  z.object({ kind: z.literal('events'), umid, after: place.nullable() }),
]);

export const beginExportCallSchema = eraseCallSchema;
export const exportMoreCallSchema = z.strictObject({
  account: z.string(),
  umid,
  cursor: exportCursorSchema,
});

// An export shows what is held, whatever it is.
const exportedValue = z.record(z.string(), z.unknown());

/** The beginning of an export. */
export const exportBeginningSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), umid, person: exportedValue, next: exportCursorSchema }),
  z.object({ kind: z.literal('unknown') }),
]);

/** A page of an export. */
export const exportPageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    of: z.enum(['umids', 'consent', 'events']),
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
  caller: z.strictObject({ by, reason }),
  what: z.strictObject({ kind: z.enum(['permissions', 'profiles']), digest: z.string().nullable() }),
});
export const importNotedSchema = z.object({ kind: z.literal('noted') });

export const auditEntriesCallSchema = z.strictObject({
  account: z.string(),
  after: z.int().min(0),
  limit: z.int().min(1).max(MOST_AUDIT_ENTRIES),
});

/** An entry of the audit trail as it is shown to administrators. */
export const auditEntrySchema = z.object({
  sequence: z.number(),
  at: z.number(),
  act: z.enum(['erase', 'export', 'unmerge', 'import']),
  by: z.string(),
  reason: z.string(),
  detail: z.record(z.string(), z.unknown()),
  mac: z.string(),
});

export const auditEntriesSchema = z.array(
  // What was tampered with may have any shape; it is shown as one that cannot be read.
  z.object({ sequence: z.int(), entry: auditEntrySchema.nullable().catch(null) }),
);

export const verifyAuditCallSchema = z.strictObject({ account: z.string() });

/** What became of checking the audit trail. */
export const auditVerdictSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intact'), entries: z.number() }),
  z.object({
    kind: z.literal('broken'),
    sequence: z.number(),
    fault: z.enum(['missing', 'unreadable', 'misplaced', 'tampered', 'beyondHead']),
  }),
]);
