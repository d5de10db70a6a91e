import {
  DECISION_ROWS,
  parseUmdid,
  parseUmid,
  type ExplainedUmid,
  type Umdid,
  type Umid,
} from '@kith/domain/identity';
import { z } from 'zod';
import { scopedCall } from '../calls/call.ts';
import { resolveInput } from '../resolve/resolve-calls.ts';
import { callerSchema } from './caller.ts';

const umdid = z.string().refine((text): text is Umdid => parseUmdid(text) === text, 'not a umdid');
const umid = z.string().refine((text): text is Umid => parseUmid(text) === text, 'not a umid');
const explainedUmid = z
  .string()
  .refine((text): text is ExplainedUmid => text === 'new' || parseUmid(text) === text, 'not a umid');
const state = z.enum(['visitor', 'customer']);

/** Outcome of undoing a merge. */
const unmerging = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unmerged'), survivor: umid, restored: umid }),
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('nothingToUndo'), umid }),
  z.object({ kind: z.literal('notNewest'), newest: umid }),
  z.object({ kind: z.literal('journalDropped'), umid }),
]);

const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('created'), umid: explainedUmid, state }),
  z.object({ kind: z.literal('upgraded'), umid: explainedUmid }),
  z.object({ kind: z.literal('linked'), umid: explainedUmid, name: z.string(), value: z.string() }),
  z.object({
    kind: z.literal('retired'),
    umid: explainedUmid,
    name: z.string(),
    value: z.string(),
    why: z.enum(['replaced', 'crowdedOut']),
  }),
  z.object({ kind: z.literal('merged'), umid: explainedUmid, absorbed: umid }),
  z.object({ kind: z.literal('switched'), umid: explainedUmid, from: umid }),
  z.object({ kind: z.literal('bound'), umdid, umid: explainedUmid, from: umid.nullable() }),
  z.object({
    kind: z.literal('related'),
    umids: z.array(explainedUmid),
    why: z.enum(['sharedIdentifier', 'sameDevice']),
  }),
  z.object({
    kind: z.literal('consent'),
    umid: explainedUmid,
    permissions: z.record(z.string(), z.boolean()),
    acknowledgements: z.array(z.string()),
  }),
]);

/** What a request would come to, and why. */
const explanation = z.object({
  row: z.enum(DECISION_ROWS),
  umid: explainedUmid,
  state,
  type: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  matched: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      umid: umid.nullable(),
      role: z.enum(['decided', 'joined', 'conflict', 'none']),
    }),
  ),
  changes: z.array(change),
  conflicts: z.array(z.object({ name: z.string(), value: z.string(), umid: umid.nullable() })),
});

/** The calls of `kith explain` and `kith unmerge`. */
export const identityCalls = {
  explain: scopedCall({
    path: '/internal/explain',
    // A request as the edge would hand it on.
    input: resolveInput,
    output: explanation,
    repeatable: true,
  }),
  unmerge: scopedCall({
    path: '/internal/unmerge',
    input: z.strictObject({ umid, caller: callerSchema.exactOptional() }),
    output: unmerging,
    // Made again it would undo the merge before.
    repeatable: false,
    // That it was asked, and what became of it, stands in the log; of whom, keyed, in the audit trail alone.
    noted: ({ account, caller }, { kind }) => ({
      level: 'info',
      about: { account, ...(caller === undefined ? {} : { by: caller.by }), kind },
      said: 'an administrator asked to undo a merge',
    }),
  }),
};
