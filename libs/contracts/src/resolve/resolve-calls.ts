import { parseUmdid, parseUmid, type Umdid, type Umid } from '@kith/domain/identity';
import { z } from 'zod';
import { scopedCall } from '../calls/call.ts';
import { infoSectionsSchema } from '../info/info-answer-schema.ts';

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

/** A resolve call of the edge. */
export const resolveInput = z.strictObject({
  pipeline: z.string(),
  umdid,
  hint: umid.optional(),
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
  callId: z.string().max(64).optional(),
});

const entry = z.object({
  umid,
  state,
  type,
  permissions: z.record(z.string(), z.boolean()),
  bindingVersion: z.int(),
  profileVersion: z.int(),
});

const resolveAnswer = z.object({
  umdid: umdid.exactOptional(),
  umid,
  state,
  type,
  sections: infoSectionsSchema,
  entry,
});

/** The call of the edge: everything that must be true when the answer is read. */
export const resolveCalls = {
  resolver: {
    resolve: scopedCall({
      path: '/internal/resolve',
      input: resolveInput,
      output: resolveAnswer,
      // By its id it changes nothing again, but who calls by hand gives none.
      repeatable: false,
      isGathered: true,
    }),
  },
};
