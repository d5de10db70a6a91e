import { z } from 'zod';
import { infoAnswerSchema } from '../info/info-answer-schema.ts';
import { anyInfoBodySchema } from '../info/info-body.ts';
import { problemSchema } from '../info/problem-schema.ts';
import { resetBodySchema } from '../info/reset-body.ts';
import { parameters } from './parameters.ts';
import { paths } from './paths.ts';
import { responses } from './responses.ts';

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
