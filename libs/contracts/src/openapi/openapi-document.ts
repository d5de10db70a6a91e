import { z } from 'zod';
import { infoAnswerSchema } from '../info/info-answer-schema.ts';
import { anyInfoBodySchema } from '../info/info-body.ts';
import { resetBodySchema } from '../info/reset-body.ts';
import { PROBLEM_CODES, PROBLEMS } from '../problems/problems.ts';

const flag = (name: string, description: string) => ({
  name,
  in: 'query',
  description: `${description} Counts when present, with or without a value; \`false\` and \`0\` switch it off.`,
  allowEmptyValue: true,
  schema: { type: 'string' },
});

/** What query string and headers of both operations may carry. */
const parameters = {
  pipeline: {
    name: 'pipeline',
    in: 'path',
    required: true,
    description: 'Name of a configured pipeline.',
    schema: { type: 'string' },
  },
  out: {
    name: 'out',
    in: 'query',
    description: '`json`: the object; `js`: its assignment to the variable `fcData`.',
    schema: { type: 'string', enum: ['json', 'js'], default: 'js' },
  },
  attributes: flag('attributes', 'Asks for attributes.'),
  identifiers: flag('identifiers', 'Asks for direct identifiers.'),
  nbidentifiers: flag('nbidentifiers', 'Asks for linked identifiers.'),
  notifications: flag('notifications', 'Asks for acknowledged notifications.'),
  permissions: flag('permissions', 'Asks for permissions.'),
  umdid: {
    name: 'umdid',
    in: 'query',
    description: 'The value of a `umdid` cookie; overrides the cookie for this request.',
    schema: { type: 'string' },
  },
  identifier: {
    name: 'identifier',
    in: 'query',
    description:
      'Any configured identifier by its name; `{name}_sig` carries its signature where the identifier is verified.',
    style: 'form',
    explode: true,
    schema: { type: 'object', additionalProperties: { type: 'string' } },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Of a request that may be sent again: nothing of it takes effect twice.',
    schema: { type: 'string', minLength: 1, maxLength: 128 },
  },
} as const;

/** A pointer to a reusable part of the OpenAPI document. */
const component = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` });

const answers = {
  '200': component('responses', 'Info'),
  '400': component('responses', 'BadRequest'),
  '401': component('responses', 'Unauthorized'),
  '403': component('responses', 'Forbidden'),
  '404': component('responses', 'NotFound'),
  '413': component('responses', 'PayloadTooLarge'),
  '429': component('responses', 'TooManyRequests'),
  '500': component('responses', 'InternalServerError'),
  '503': component('responses', 'ServiceUnavailable'),
};

const infoParameters = Object.keys(parameters).map((name) => component('parameters', name));

const resetParameters = [
  'pipeline',
  'out',
  'attributes',
  'identifiers',
  'nbidentifiers',
  'notifications',
  'permissions',
].map((name) => component('parameters', name));

const bodyOf = (schema: object, description: string) => ({
  description,
  content: { 'application/json': { schema }, 'text/plain': { schema } },
});

/** The paths of interface B. */
const paths = {
  '/op/{pipeline}/info': {
    get: {
      operationId: 'info',
      summary: 'Recognise the visitor and read the profile.',
      security: [{}, { pipelineKey: [] }],
      parameters: infoParameters,
      responses: answers,
    },
    post: {
      operationId: 'track',
      summary: 'Recognise the visitor, take tracking data and consent, and read the profile.',
      security: [{}, { pipelineKey: [] }],
      parameters: infoParameters,
      requestBody: bodyOf(component('schemas', 'InfoBody'), 'Every member is optional, and so is the body.'),
      responses: answers,
    },
  },
  '/op/{pipeline}/reset': {
    post: {
      operationId: 'reset',
      summary: 'Give the browser a fresh umdid and visitor; the old device keeps its profile.',
      security: [{}, { pipelineKey: [] }],
      parameters: resetParameters,
      requestBody: bodyOf(component('schemas', 'ResetBody'), 'Empty.'),
      responses: answers,
    },
  },
} as const;

const problem = (description: string, headers: object = {}) => ({
  description,
  headers: { 'X-Request-Id': component('headers', 'requestId'), ...headers },
  content: { 'application/problem+json': { schema: component('schemas', 'Problem') } },
});

const retryAfter = { 'Retry-After': { schema: { type: 'integer', minimum: 1 }, description: 'Seconds.' } };

/** Every answer of interface B. */
const responses = {
  Info: {
    description:
      'The profile as the caller asked for it: the object, or with `out=js` the text `var fcData = <object>;`.',
    headers: {
      'X-Request-Id': component('headers', 'requestId'),
      'Set-Cookie': { description: 'The `umdid` cookie.', schema: { type: 'string' } },
    },
    content: {
      'application/json': { schema: component('schemas', 'InfoAnswer') },
      'text/javascript': { schema: { type: 'string' } },
      'application/javascript': { schema: { type: 'string' } },
    },
  },
  BadRequest: problem('The request does not conform to the specification.'),
  Unauthorized: problem('The pipeline asks its callers for a bearer key.', {
    'WWW-Authenticate': { schema: { type: 'string' } },
  }),
  Forbidden: problem('The request comes from another site.'),
  NotFound: problem('Wrong method or path, or no such pipeline.'),
  PayloadTooLarge: problem('URL and headers, or the body, are over the configured limit.'),
  TooManyRequests: problem('There were too many requests of this address or device.', retryAfter),
  InternalServerError: problem('A failure of the server.'),
  ServiceUnavailable: problem('The server is overloaded.', retryAfter),
} as const;

const fault = z.object({
  pointer: z.string().describe('RFC 6901 pointer into the body, or `?name`, `header:NAME`, `cookie:NAME`.'),
  detail: z.string(),
});

/** What an answer of interface B can have as its code; new ones may come. */
const codes = PROBLEM_CODES.filter((code) => PROBLEMS[code].at.includes('edge'));

/** The body of every error of interface B (RFC 9457). */
const problemSchema = z.object({
  type: z.string().meta({ format: 'uri-reference' }).describe('Leads to what `code` means.'),
  title: z.string(),
  status: z.int().min(400).max(599),
  code: z.enum(codes).describe('Which failure it is: what programs look at. docs/problems.md has them all.'),
  detail: z.string().optional(),
  errors: z.array(fault).min(1).optional().describe('Of a 400: every offending member or parameter.'),
});

/** Where the document is served. */
export const OPENAPI_PATH = '/openapi.json';

/** The version of the interface; that of the product. */
const VERSION = '0.1.0';

/** Interface B as OpenAPI 3.1, made of the schemas that requests and answers are checked by. */
export const openApiDocument = (): Readonly<Record<string, unknown>> => ({
  openapi: '3.1.1',
  info: {
    title: 'Kith, interface B: info, ident, track',
    version: VERSION,
    description:
      'Creates and resolves profiles, takes tracking data and consent, and answers with the profile. The names of pipelines, identifiers, permissions and notifications are the configuration’s.',
  },
  servers: [{ url: '/' }],
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  paths,
  components: {
    schemas: {
      InfoAnswer: jsonSchemaOf(infoAnswerSchema, 'output'),
      InfoBody: jsonSchemaOf(anyInfoBodySchema, 'input'),
      Problem: jsonSchemaOf(problemSchema, 'output'),
      ResetBody: jsonSchemaOf(resetBodySchema, 'input'),
    },
    parameters,
    responses,
    headers: {
      requestId: { description: 'Names the request in every log line.', schema: { type: 'string' } },
    },
    securitySchemes: {
      pipelineKey: { type: 'http', scheme: 'bearer', description: 'Of pipelines with `access`.' },
    },
  },
});

const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): Readonly<Record<string, unknown>> => {
  const { $schema: _dialect, ...members } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return members;
};
