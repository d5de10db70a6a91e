import type { IncomingMessage } from 'node:http';
import { malformedBody, parseJson, readBody } from '@kith/platform';
import { LIMITS } from '../limits/limits.ts';
import { RequestRefusal } from './graphql-errors.ts';

/** A body that holds a query; whether the rest of it is a GraphQL request, GraphQL says. */
export interface QueryBody {
  readonly query: string;
}

/** Reads the body, up to the limit. Rejects with `RequestRefusal`, or with a `Problem` where it cannot be read. */
export const readQuery = async (request: IncomingMessage): Promise<QueryBody> => {
  const body = hasBody(request) ? await readJson(request) : undefined;
  if (hasQuery(body)) return body;
  throw new RequestRefusal({
    status: 400,
    code: 'bad_request',
    message: 'The body must be a JSON object with a `query`, a text that is not empty.',
  });
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  requireJson(request);
  const text = (await readBody(request, LIMITS.bodyBytes)).toString();
  if (text === '') return {};
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) throw malformedBody('The body is no object.');
  return value;
};

const ENCODINGS: ReadonlySet<string> = new Set(['identity', 'gzip', 'deflate', 'br']);

/** Only JSON can hold a GraphQL request (GraphQL over HTTP, section 5.4). */
const requireJson = ({ headers }: IncomingMessage): void => {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') throw unsupported('The body must be application/json.');
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  const isUtf8 = charset === undefined || charset.replaceAll('"', '') === 'charset=utf-8';
  const isReadable = ENCODINGS.has((headers['content-encoding'] ?? 'identity').toLowerCase());
  if (!isUtf8 || !isReadable) throw unsupported('The body must be JSON in UTF-8.');
};

const unsupported = (message: string): RequestRefusal =>
  new RequestRefusal({ status: 415, code: 'unsupported_media_type', message });

/** There is no operation without one (GraphQL over HTTP, section 5.1), whatever stands in `extensions`. */
const hasQuery = (body: unknown): body is QueryBody =>
  typeof body === 'object' &&
  body !== null &&
  'query' in body &&
  typeof body.query === 'string' &&
  body.query !== '';
