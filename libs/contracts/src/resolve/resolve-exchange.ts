import { parseUmdid, parseUmid, type Umdid, type Umid } from '@kith/domain/identity';
import { z } from 'zod';
import { infoSectionsSchema } from '../info/info-answer-schema.ts';

/** Where the resolver takes calls of the edge. */
export const RESOLVE_PATH = '/internal/resolve';

const umdid = z.string().refine((text): text is Umdid => parseUmdid(text) === text, 'not a umdid');
const umid = z.string().refine((text): text is Umid => parseUmid(text) === text, 'not a umid');
const identifier = z.strictObject({ name: z.string(), value: z.string() });
const section = z.enum(['attributes', 'identifiers', 'nbidentifiers', 'notifications', 'permissions']);
const type = z.union([z.literal(0), z.literal(1), z.literal(2)]);
const state = z.enum(['visitor', 'customer']);

const acknowledgement = z.strictObject({
  name: z.string(),
  version: z.int(),
  uxvariant: z.string().nullable(),
  permissions: z.array(z.string()),
  date: z.number(),
  clientTime: z.number().exactOptional(),
});

/** A call of the edge: the account, and what the resolver's port takes. */
export const resolveCallSchema = z.strictObject({
  account: z.string(),
  pipeline: z.string(),
  umdid,
  freshDevice: z.boolean(),
  identifiers: z.array(identifier),
  consent: z.strictObject({
    permissions: z.record(z.string(), z.boolean()),
    acknowledgements: z.array(acknowledgement),
  }),
  sections: z.array(section),
  reading: z
    .strictObject({ unverified: z.enum(['bound', 'none']), verified: z.array(z.string()) })
    .optional(),
  retryKeys: z.array(z.string()),
  receivedAt: z.number(),
  requestId: z.string(),
});

const entry = z.object({
  umid,
  state,
  type,
  permissions: z.record(z.string(), z.boolean()),
  bindingVersion: z.int(),
  profileVersion: z.int(),
});

/** The resolver's answer; members that the edge does not know are dropped. */
export const resolveAnswerSchema = z.object({
  umdid: umdid.exactOptional(),
  umid,
  state,
  type,
  sections: infoSectionsSchema,
  entry,
});
