import type { IdentifierSource } from '@kith/domain/pipeline';
import { z } from 'zod';
import { enrichSchema } from './enrich/enrich-schema.ts';
import { mappingSchema } from './members/mapping-schema.ts';
import { memberName } from './members/names.ts';
import { uniqueList } from './members/unique-list.ts';
import { rateSchema } from './rate.ts';
import { tagSchema } from './tag-schema.ts';

const SOURCE = /^(?:(query|body)|(header|cookie):([!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}))$/;

const MESSAGE = 'must be query, body, header:NAME or cookie:NAME';

/** Where an identifier may come from, as the configuration writes it. */
const identifierSourceSchema = z
  .string(MESSAGE)
  .regex(SOURCE, MESSAGE)
  .refine((source) => source !== 'cookie:umdid', 'the umdid cookie holds no identifier');

const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Seconds in a year (docs/behaviour.md#the-cookie). */
const YEAR = 31_536_000;

const ORIGIN = 'must be an origin as browsers write it: https://www.example.com';

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

const origin = z
  .string()
  .regex(/^https?:\/\/[^/?#\s]+$/, { error: ORIGIN, abort: true })
  .refine(isOrigin, ORIGIN);

const cookieSchema = z.strictObject({
  domain: z
    .string()
    .regex(DOMAIN, 'must be a domain in lower case, without a dot in front')
    .describe('The domain of the website and of this endpoint.'),
  maxAge: z.int().min(1).default(YEAR).describe('For how many seconds browsers keep it.'),
  requires: memberName
    .optional()
    .describe('Before this permission is granted no cookie is set, no profile stored and nothing tracked.'),
});

const sections = ['attributes', 'identifiers', 'nbidentifiers', 'notifications', 'permissions'] as const;

/** One entry point, `/op/{name}/info`. */
export const pipelineSchema = z.strictObject({
  cookie: z
    .union([z.literal(false), cookieSchema], 'must be false, or an object with domain and maxAge')
    .describe('false: a pipeline for servers, which neither reads nor sets the cookie.'),
  origins: z
    .array(origin)
    .default([])
    .describe('Other origins whose pages may call, as browsers write them: https://www.example.com.'),
  identifiers: uniqueList(memberName)
    .default([])
    .describe('In order of priority: the first that finds a profile is believed.'),
  identifierSources: z
    .record(memberName, uniqueList(identifierSourceSchema).min(1))
    .default({})
    .describe(
      'Where an identifier may come from, in order of priority; the query string where it is left out.',
    ),
  sections: uniqueList(z.enum(sections)).default([]).describe('What an answer may show.'),
  dataLayer: z
    .array(z.enum(['gtm', 'w3c', 'tealium', 'adobe']))
    .default([])
    .describe('Presets that turn foreign data layers into actions and page views.'),
  enrich: enrichSchema.default([]).describe('Steps that add outside knowledge to requests, side by side.'),
  tracking: z
    .strictObject({
      requires: memberName.optional().describe('Without this permission events are dropped and counted.'),
    })
    .default({})
    .describe('What becomes of tracking events.'),
  unverifiedReads: z
    .enum(['full', 'bound', 'none'])
    .default('full')
    .describe(
      'Who may read sections by an identifier without verify: everybody, a device bound before, or nobody.',
    ),
  access: z
    .strictObject({ keyFile: z.string().min(1).describe('Path of the file, which is read again at SIGHUP.') })
    .optional()
    .describe('Callers must show a bearer key of this file: one per line, or a JSON array.'),
  bots: z
    .enum(['flag', 'drop'])
    .default('flag')
    .describe(
      'Events of bots are flagged; drop: nothing is stored of a bot without cookie and identifiers. A step of type bot says what else counts as one beside crawlers.',
    ),
  scriptContentType: z
    .enum(['application/json', 'text/javascript', 'application/javascript'])
    .default('application/json')
    .describe('The content type of out=js.'),
  rateLimits: z
    .strictObject({
      perAddress: rateSchema.optional().describe('Requests of one address: 600/min.'),
      perDevice: rateSchema.optional().describe('Requests of one device: 120/min.'),
    })
    .default({})
    .describe('Per process. Beyond it requests are answered with 429.'),
  tag: z
    .union([z.literal(false), tagSchema], 'must be false, or an object')
    .optional()
    .describe('How the web tag behaves, /op/{name}/tag.js; false: there is none.'),
  mapping: mappingSchema
    .default({})
    .describe(
      'Own mappings of data layers by name: expressions in JSONata, asked in this order and before dataLayer.',
    ),
});

export type PipelineDocument = z.output<typeof pipelineSchema>;

/** A source ready for use; header names are compared in lower case. */
export const compileSource = (source: string): IdentifierSource => {
  const [, plain, keyed, name = ''] = SOURCE.exec(source) ?? [];
  if (plain === 'query' || plain === 'body') return { from: plain };
  if (keyed === 'header') return { from: 'header', name: name.toLowerCase() };
  return { from: 'cookie', name };
};
