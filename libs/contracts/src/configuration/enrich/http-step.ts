import { CLIENT_HEADERS, namesIn, readTemplate, type HeaderRule, type HttpStep } from '@kith/domain/pipeline';
import { z } from 'zod';
import { beside, membersOf } from '../members/beside.ts';
import { pathSchema } from '../destinations/file-path.ts';
import { expressionSchema } from '../members/mapping-schema.ts';
import { memberName } from '../members/names.ts';
import { commonMembers, compileCommon } from './common-members.ts';
import type { StepFormat } from './step-format.ts';
import { bodyTexts, urlFault } from './url-template.ts';

/** The most values of a step, and headers of a call. */
const MAX_MEMBERS = 32;

const headerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be the name of a header in lower case')
  .refine((name) => !CLIENT_HEADERS.includes(name), 'is a header that Kith writes itself')
  .meta({ not: { enum: [...CLIENT_HEADERS] } });

const headerValue = z.union(
  [
    z.string().regex(/^[\x20-\x7e]{1,1024}$/, 'must be 1 to 1,024 printable characters'),
    z.strictObject({
      secretFile: pathSchema.describe('Path of the file with the value, which is read again at SIGHUP.'),
    }),
  ],
  'must be a text, or an object with secretFile',
);

const url = z
  .string()
  .max(2_048)
  .superRefine((text, context) => {
    const fault = urlFault(text);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  });

const isEncrypted = (step: unknown): boolean => {
  const { url: text, allowPrivate } = membersOf(step);
  return typeof text !== 'string' || allowPrivate === true || !text.startsWith('http:');
};

/** A GET with a body is one that half the servers do not read. */
const isPostedBody = (step: unknown): boolean => {
  const { method, body } = membersOf(step);
  return body === undefined || method === 'POST';
};

const named = <S extends z.ZodType>(name: z.ZodType<string, string>, schema: S) =>
  z
    .record(name, schema)
    .refine(
      (members) => Object.keys(members).length <= MAX_MEMBERS,
      `must have at most ${MAX_MEMBERS} members`,
    )
    .meta({ maxProperties: MAX_MEMBERS });

export const httpSchema = z
  .strictObject({
    type: z.literal('http').describe('Asks an external system about an identifier, by a REST call.'),
    url: url.describe(
      'Where it is asked: https://crm.example.com/customers/{customerId}, with identifiers, or {umid}, in their places. http:// only together with allowPrivate.',
    ),
    method: z.enum(['GET', 'POST']).default('GET').describe('POST: with a body.'),
    headers: named(headerName, headerValue)
      .default({})
      .describe('Headers by name: a text, or the file that holds it.'),
    body: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('A JSON object; texts in it have places for identifiers as the URL has.'),
    map: named(memberName, expressionSchema)
      .refine((map) => Object.keys(map).length > 0, 'must have a member')
      .describe('The values by name, and what each is of the JSON answer: an expression in JSONata.'),
    allowPrivate: z
      .boolean()
      .default(false)
      .describe("Whether the host may lie at a private address, in the operator's own network."),
    ...commonMembers,
  })
  .refine(isEncrypted, {
    path: ['url'],
    error: 'must begin with https:// unless allowPrivate is true',
    ...beside,
  })
  .refine(isPostedBody, { path: ['body'], error: 'needs method: POST', ...beside });

export const httpFormat: StepFormat = {
  names: (step) => Object.keys(membersOf(membersOf(step)['map'])),
  cache: { ttlMs: 5 * 60_000, entries: 10_000 },
};

type HttpDocument = z.output<typeof httpSchema>;

export const compileHttp = (document: HttpDocument): HttpStep => {
  const [template, names] = [readTemplate(document.url), Object.keys(document.map)];
  const texts = bodyTexts(document.body).map(readTemplate);
  return {
    type: 'http',
    method: document.method,
    url: template,
    origin: new URL(document.url).origin,
    allowPrivate: document.allowPrivate,
    headers: new Map(Object.entries(document.headers).map(([name, value]) => [name, headerRule(value)])),
    body: document.body ?? null,
    asks: [...new Set([template, ...texts].flatMap(namesIn))],
    map: oneExpression(document.map),
    ...compileCommon(document, names, httpFormat.cache),
  };
};

const headerRule = (value: HttpDocument['headers'][string]): HeaderRule =>
  typeof value === 'string' ? { text: value } : value;

/** Joins the expressions of all values into one, so that the answer goes to the evaluating process once. */
const oneExpression = (map: Readonly<Record<string, string>>): string =>
  `{${Object.entries(map)
    .map(([name, expression]) => `${JSON.stringify(name)}: (${expression})`)
    .join(', ')}}`;
