import type { IncomingHttpHeaders } from 'node:http';
import { openApiDocument } from '@kith/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** An answer, read whole. */
export type Received = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: () => unknown;
};

type Json = Readonly<Record<string, unknown>>;

const document = openApiDocument() as {
  readonly paths: Readonly<Record<string, { readonly post: { readonly responses: Json } }>>;
  readonly components: { readonly responses: Readonly<Record<string, { readonly content: Json }>> };
};

const documentId = 'openapi';

const createValidator = (): Ajv2020 => {
  // Not strict: a document of OpenAPI has members beside its schemas.
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, documentId);
  return ajv;
};

const ajv = createValidator();

const interfaceB = /^\/op\/[^/?]+\/(info|reset)(?:\?|$)/;

/**
 * Throws where an answer of interface B is not as the OpenAPI document has it: its status, its content type, its body.
 * Preflights and answers without a body are nobody's to read.
 */
export const expectConforming = (method: string, path: string, received: Received): void => {
  const operation = interfaceB.exec(path)?.[1];
  if (operation === undefined || received.status === 204 || method === 'HEAD') return;
  const type = (received.headers['content-type'] ?? '').split(';')[0] ?? '';
  const validate = validatorOf(operation, received.status, type);
  if (validate === undefined) throw new Error(`${path}: no answer ${received.status} of type ${type}`);
  if (validate(JSON.parse(jsonIn(received.text)))) return;
  throw new Error(`${path}: ${ajv.errorsText(validate.errors)}: ${received.text}`);
};

const validatorOf = (operation: string, status: number, type: string): ValidateFunction | undefined => {
  const response = document.paths[`/op/{pipeline}/${operation}`]?.post.responses[status] as
    { readonly $ref: string } | undefined;
  const name = response?.$ref.split('/').at(-1) ?? '';
  if (document.components.responses[name]?.content[type] === undefined) return undefined;
  const schema = type.endsWith('json') && status >= 400 ? 'Problem' : 'InfoAnswer';
  return ajv.getSchema(`${documentId}#/components/schemas/${schema}`);
};

const script = /^var fcData = (\{.*\});$/s;

const jsonIn = (text: string): string => script.exec(text)?.[1] ?? text;
