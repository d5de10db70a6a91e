import { z } from 'zod';
import { scopedCall } from '../calls/call.ts';

/** The most entries of an audit trail that one call may ask for. */
export const MAX_AUDIT_ENTRIES = 1_000;

/** The members of a call that asks for entries of a trail. */
export const auditPage = {
  after: z.int().min(0),
  limit: z.int().min(1).max(MAX_AUDIT_ENTRIES),
};

/** The farthest moment that a `Date` can name, in epoch milliseconds. */
const FARTHEST = 8_640_000_000_000_000;

/** An entry of the audit trail as it is shown to administrators. */
export const auditEntrySchema = z.object({
  sequence: z.number(),
  at: z.number().min(-FARTHEST).max(FARTHEST),
  act: z.enum([
    'erase',
    'export',
    'exportAudience',
    'unmerge',
    'import',
    'addUser',
    'changePassword',
    'removeUser',
    'rotateKeys',
    'revokeKey',
    'replayDeadLetters',
    'dropDeadLetters',
  ]),
  by: z.string(),
  reason: z.string(),
  detail: z.record(z.string(), z.unknown()),
  mac: z.string(),
});

export const auditEntriesSchema = z.array(
  // What was tampered with may have any shape; it is shown as one that cannot be read.
  z.object({ sequence: z.int(), entry: auditEntrySchema.nullable().catch(null) }),
);

/** Outcome of checking an audit trail. */
export const auditVerdictSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intact'), entries: z.number() }),
  z.object({
    kind: z.literal('broken'),
    sequence: z.number(),
    fault: z.enum(['missing', 'unreadable', 'misplaced', 'tampered', 'beyondHead']),
  }),
]);

const trail = z.enum(['users', 'keys']);

/** The calls of `kith audit` about auth-token's own trails. */
export const credentialAuditCalls = {
  auditEntries: scopedCall({
    path: '/internal/credential-audit/entries',
    input: z.strictObject({ trail, ...auditPage }),
    output: auditEntriesSchema,
    repeatable: true,
  }),
  verifyAudit: scopedCall({
    path: '/internal/credential-audit/verify',
    input: z.strictObject({ trail }),
    output: auditVerdictSchema,
    repeatable: true,
  }),
};
