import { z } from 'zod';
import { identifierSourceSchema } from './identifier-source.ts';
import { memberName } from './names.ts';
import { UNAVAILABLE, unavailable } from './unavailable.ts';

const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Seconds in a year (specification, B. Cookie `umdid`). */
const YEAR = 31_536_000;

const isOrigin = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;

const unique = (list: readonly unknown[]): boolean => new Set(list).size === list.length;
const TWICE = 'names something twice';

const cookieSchema = z.strictObject({
  domain: z.string().regex(DOMAIN, 'must be a domain in lower case, without a dot in front'),
  maxAge: z.int().min(1).default(YEAR).describe('Seconds.'),
  requires: unavailable(memberName.optional()),
});

const enrichSchema = z.looseObject({ type: z.enum(['userAgent', 'geo', 'http', 'table', 'bot']) });

const rate = z.string().regex(/^[1-9]\d{0,8}\/(s|min|h)$/, 'must be a number per s, min or h: 600/min');

const sections = ['attributes', 'identifiers', 'nbidentifiers', 'notifications', 'permissions'] as const;

/** One entry point, `/op/{name}/info`. */
export const pipelineSchema = z.strictObject({
  cookie: z
    .union([z.literal(false), cookieSchema], 'must be false, or an object with domain and maxAge')
    .describe('false: a pipeline for servers, which neither reads nor sets the cookie.'),
  origins: z
    .array(z.string().refine(isOrigin, 'must be an origin as browsers write it: https://www.example.com'))
    .default([]),
  identifiers: z
    .array(memberName)
    .refine(unique, TWICE)
    .default([])
    .describe('In order of priority: the first that finds a profile is believed.'),
  identifierSources: z
    .record(memberName, z.array(identifierSourceSchema).min(1).refine(unique, TWICE))
    .default({})
    .describe(
      'Where an identifier may come from, in order of priority; the query string where it is left out.',
    ),
  sections: z.array(z.enum(sections)).refine(unique, TWICE).default([]),
  dataLayer: z.array(z.enum(['gtm', 'w3c', 'tealium', 'adobe'])).default([]),
  enrich: z.array(enrichSchema).default([]),
  tracking: z.strictObject({ requires: memberName.optional() }).default({}),
  unverifiedReads: z
    .enum(['full', 'bound', 'none'])
    .refine((reads) => reads === 'full', `"bound" and "none" are ${UNAVAILABLE}`)
    .default('full'),
  access: unavailable(z.strictObject({ keyFile: z.string().min(1) }).optional()),
  bots: z
    .enum(['flag', 'drop'])
    .refine((bots) => bots !== 'drop', `"drop" is ${UNAVAILABLE}`)
    .optional(),
  scriptContentType: z
    .enum(['application/json', 'text/javascript', 'application/javascript'])
    .default('application/json'),
  rateLimits: z.strictObject({ perAddress: rate.optional(), perDevice: rate.optional() }).optional(),
  mapping: z.record(memberName, z.string().min(1)).default({}),
});

export type PipelineDocument = z.output<typeof pipelineSchema>;
