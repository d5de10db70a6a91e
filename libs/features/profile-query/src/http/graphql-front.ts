import type { IncomingMessage } from 'node:http';
import { type ApolloServer, HeaderMap, type HTTPGraphQLResponse } from '@apollo/server';
import type { AccountRules } from '@kith/domain/pipeline';
import {
  type Admission,
  answer,
  type Exchange,
  type Front,
  malformedBody,
  Overload,
  parseJson,
  readBody,
  RequestAborted,
} from '@kith/platform';
import type { Deadline } from '@kith/ports';
import { LIMITS } from '../limits/limits.ts';
import type { QueryContext } from '../people/query-context.ts';
import type { Authenticate } from './authenticate.ts';
import { answerRefusal, type RequestFailure, RequestRefusal } from './graphql-errors.ts';
import { operationDeadline } from './operation-deadline.ts';

/** A body that holds a query; whether the rest of it is a GraphQL request, GraphQL says. */
interface QueryBody {
  readonly query: string;
}

export interface GraphqlFrontDeps {
  readonly apollo: ApolloServer<QueryContext>;
  readonly authenticate: Authenticate;
  readonly admission: Admission;
  readonly contextOf: (exchange: Exchange, rules: AccountRules, deadline: Deadline) => QueryContext;
  /** How long a request may take by the configuration in force. */
  readonly requestDeadlineMs: () => number;
}

/** What asks; whoever looks at `/graphql` gets a page. */
export const GRAPHQL_PATHS: Pick<Front, 'prefix' | 'takes'> = {
  prefix: '/graphql',
  takes: (path, method) => path === '/graphql' && method === 'POST',
};

/** Answers hold personal data. */
const FOR_NOBODY_ELSE = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];

/** `POST /graphql`, in front of Express (docs/decisions/0006-front-routes.md). */
export const createGraphqlFront = (deps: GraphqlFrontDeps): Front => ({
  ...GRAPHQL_PATHS,
  handle: async (exchange) => {
    exchange.headers.push(...FOR_NOBODY_ELSE);
    try {
      const rules = await deps.authenticate(exchange.request);
      const body = await readQuery(exchange.request);
      // An operation's time begins with its body: what it waits for room is part of it.
      const deadline = operationDeadline(exchange.response, deps.requestDeadlineMs());
      const context = deps.contextOf(exchange, rules, deadline);
      await deps.admission.admit(deadline, () => answerOperation(deps.apollo, exchange, body, context));
    } catch (fault) {
      // Nobody is there to be told.
      if (fault instanceof RequestAborted) throw fault;
      answerRefusal(exchange, refusalOf(exchange, fault));
    }
  },
});

const answerOperation = async (
  apollo: ApolloServer<QueryContext>,
  exchange: Exchange,
  body: QueryBody,
  context: QueryContext,
): Promise<void> => {
  const response = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: 'POST',
      headers: headersOf(exchange),
      search: exchange.query === '' ? '' : `?${exchange.query}`,
      body,
    },
    context: async () => context,
  });
  answer(exchange, response.status ?? 200, furtherOf(response), textOf(response));
};

/** What the library looks at: the types of request and answer. */
const headersOf = ({ request: { headers } }: Exchange): HeaderMap => {
  const map = new HeaderMap();
  if (headers['content-type'] !== undefined) map.set('content-type', headers['content-type']);
  if (headers.accept !== undefined) map.set('accept', headers.accept);
  return map;
};

/** The library lets some of its errors be stored, and counts the bytes as well; both are said already. */
const SAID: ReadonlySet<string> = new Set(['cache-control', 'content-length']);

const furtherOf = ({ headers }: HTTPGraphQLResponse): readonly string[] =>
  Array.from(headers)
    .filter(([name]) => !SAID.has(name))
    .flat();

const textOf = ({ body }: HTTPGraphQLResponse): string => {
  if (body.kind !== 'complete') throw new Error('an answer came in parts, which nobody has asked for');
  return body.string;
};

const FAULT = 'internal_server_error';

const OVERLOADED: RequestFailure = {
  status: 503,
  code: 'overloaded',
  message: 'There is more to do than can be done in time; try again later.',
};

/** What goes wrong before GraphQL begins: the caller's mistakes by name, a fault by its request id alone. */
const refusalOf = ({ log, requestId }: Exchange, fault: unknown): RequestRefusal => {
  if (fault instanceof RequestRefusal) return fault;
  const mistake = mistakeOf(fault);
  if (mistake !== null) return new RequestRefusal(mistake);
  if (fault instanceof Overload) return new RequestRefusal(OVERLOADED, fault.headers);
  log.error({ error: fault, code: FAULT }, 'a GraphQL request could not be answered');
  return new RequestRefusal({ status: 500, code: FAULT, message: 'Internal server error', requestId });
};

/** What reads bodies puts a status on what it throws. */
const mistakeOf = (error: unknown): RequestFailure | null => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  switch (status) {
    case 413:
      return {
        status,
        code: 'payload_too_large',
        message: `The body is larger than ${LIMITS.bodyBytes} bytes.`,
      };
    case 400:
      return { status, code: 'bad_request', message: 'The body is not a JSON object.' };
    default:
      return null;
  }
};

/** Reads the body, up to the limit. Rejects with `RequestRefusal`, or with a `Problem` where it cannot be read. */
const readQuery = async (request: IncomingMessage): Promise<QueryBody> => {
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
