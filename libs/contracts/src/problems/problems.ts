import { COMMAND_PROBLEMS } from './command-problems.ts';
import type { ProblemEntry, ProblemPlace } from './problem-entry.ts';

/** Every code that anything of Kith answers with. A code never changes its meaning, and none is taken away. */
const TABLE = {
  bad_request: {
    status: 400,
    retryable: false,
    at: ['edge', 'calls', 'graphql'],
    means:
      'The request is not as its interface has it; `errors`, where there are some, names each member or parameter.',
    remedy: 'Correct what `errors` names.',
  },
  malformed_body: {
    status: 400,
    retryable: false,
    at: ['edge', 'calls'],
    means:
      'The body as a whole cannot be read: it is not JSON in UTF-8, has another content type, or is not in its `Content-Encoding`.',
    remedy: 'Send JSON in UTF-8, as it is or in gzip, deflate or br.',
  },
  not_http: {
    status: 400,
    retryable: false,
    at: ['edge', 'calls'],
    means: 'What came is no request of HTTP/1.1: it cannot be parsed, or has not one `Host`.',
    remedy:
      'Look at what stands between: a client that speaks TLS to a port without, or a proxy that changes requests.',
  },
  unauthenticated: {
    status: 401,
    retryable: false,
    at: ['edge', 'graphql'],
    means:
      'The pipeline asks its callers for a bearer key (`access`), or GraphQL for an access token, and there was none that is valid now.',
    remedy: 'Send the right key; fetch another access token and repeat the query with it.',
  },
  signature_refused: {
    status: 401,
    retryable: false,
    at: ['calls'],
    means: 'The call is not signed with the secret that both sides share, for this path and body, about now.',
    remedy: 'Give both sides the same secret `resolver`, and set their clocks.',
  },
  cross_site: {
    status: 403,
    retryable: false,
    at: ['edge'],
    means: 'The page that made the request is of another site; nothing was read, and nothing took effect.',
    remedy: 'Add the origin of the page to `origins` of the pipeline, or serve it within `cookie.domain`.',
  },
  not_found: {
    status: 404,
    retryable: false,
    at: ['edge', 'calls'],
    means: 'There is nothing at this path for this method, or no such pipeline.',
    remedy: 'Compare method and path, character by character: a trailing slash is another path.',
  },
  request_timeout: {
    status: 408,
    retryable: true,
    at: ['edge', 'calls'],
    means: 'The request began and did not arrive whole in time.',
    remedy: 'Send it again, on a new connection.',
  },
  payload_too_large: {
    status: 413,
    retryable: false,
    at: ['edge', 'calls', 'graphql'],
    means: 'The body is larger than it may be, as it came or inflated.',
    remedy: 'Send less at once, or raise `limits.bodyBytes`.',
  },
  headers_too_large: {
    status: 413,
    retryable: false,
    at: ['edge', 'calls'],
    means: 'URL and headers together are larger than they may be.',
    remedy: 'Send fewer cookies and parameters, or raise `limits.headerBytes`.',
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    at: ['graphql'],
    means: 'The body is in another content type, character set or encoding than can be read there.',
    remedy: 'Send `application/json` in UTF-8.',
  },
  too_many_requests: {
    status: 429,
    retryable: true,
    at: ['edge'],
    means: 'The address or the device is beyond the rate limit of the pipeline.',
    remedy:
      'Wait as many seconds as `Retry-After` says. Where all visitors get it, `TRUSTED_PROXIES` does not name the proxy.',
  },
  internal_server_error: {
    status: 500,
    retryable: true,
    at: ['edge', 'calls', 'graphql'],
    means: 'A fault of the server: it tells only the id of the request, under which the log has the rest.',
    remedy:
      'Send it again a little later, with the same `Idempotency-Key`; give the id of the request to whoever runs Kith.',
  },
  overloaded: {
    status: 503,
    retryable: true,
    at: ['edge', 'calls', 'graphql'],
    means: 'There is more to do than can be done in time.',
    remedy: 'Wait as many seconds as `Retry-After` says.',
  },
  unknown_account: {
    status: 400,
    retryable: false,
    at: ['calls', 'commands'],
    means: 'No account of the configuration has this name.',
    remedy: 'Name one that `CONFIG_FILE` has; the app and the command may read different files.',
  },
  bad_user_input: {
    status: 200,
    retryable: false,
    at: ['graphql'],
    means:
      'A value of the query cannot be what it should be: a umid that is none, an unknown `idName`, too many `representations`. The status is 400 where nothing could be executed, as of a variable that does not fit its type.',
    remedy: 'Correct the value; what stands beside it in the answer is right.',
  },
  graphql_parse_failed: {
    status: 400,
    retryable: false,
    at: ['graphql'],
    means: 'The query is no GraphQL, or has too many tokens (`limit` beside the code says so).',
    remedy: 'Correct the query, or ask for less at once.',
  },
  graphql_validation_failed: {
    status: 400,
    retryable: false,
    at: ['graphql'],
    means: 'The query does not fit the schema, or is too large (`limit` beside the code says by what).',
    remedy: 'Compare the query with the schema, or ask for less at once.',
  },
  operation_resolution_failure: {
    status: 400,
    retryable: false,
    at: ['graphql'],
    means: 'The query has no operation of the name in `operationName`, or several and no name.',
    remedy: 'Name one of the operations in `operationName`.',
  },
  persisted_query_not_supported: {
    status: 200,
    retryable: false,
    at: ['graphql'],
    means: 'The request asks for a stored query; none are stored.',
    remedy: 'Send the query itself, without `extensions.persistedQuery`.',
  },
  cost_limit_exceeded: {
    status: 400,
    retryable: false,
    at: ['graphql'],
    means: 'The answer could hold more values than one may; `max` and `found` beside the code say how many.',
    remedy: 'Ask for fewer at once, with a smaller `first`.',
  },
  timeout: {
    status: 200,
    retryable: false,
    at: ['graphql'],
    means: 'The database took too long for a field, which is `null`; what stands beside it is right.',
    remedy: 'Ask for a shorter time or fewer values.',
  },
  invalid_request: {
    status: 400,
    retryable: false,
    at: ['oauth'],
    means:
      'A field is missing or repeated, or the body is no URL-encoded form. The status is 404 at a path that is no endpoint, 413 of a form that is too large.',
    remedy: 'Send the form that the endpoint asks for, to its exact path.',
  },
  invalid_client: {
    status: 401,
    retryable: false,
    at: ['oauth'],
    means: 'The endpoint is for services, and the key of none was sent as bearer token.',
    remedy: 'Send a value of the secret `introspection` in `Authorization`.',
  },
  invalid_grant: {
    status: 400,
    retryable: false,
    at: ['oauth'],
    means: 'Nobody has this refresh token, or it was revoked.',
    remedy: 'Fetch another offline token at `/auth/offline-token`.',
  },
  unsupported_grant_type: {
    status: 400,
    retryable: false,
    at: ['oauth'],
    means: '`grant_type` is something else than `refresh_token`.',
    remedy: 'Send `refresh_token`, or leave the field out.',
  },
  unsupported_token_type: {
    status: 400,
    retryable: false,
    at: ['oauth'],
    means: 'The token is an access token: it is valid until it expires, and cannot be revoked.',
    remedy: 'Revoke the refresh token that it was made with.',
  },
  server_error: {
    status: 500,
    retryable: true,
    at: ['oauth'],
    means: 'A fault of the server: it tells only the id of the request, under which the log has the rest.',
    remedy: 'Send it again a little later; give the id of the request to whoever runs Kith.',
  },
  temporarily_unavailable: {
    status: 503,
    retryable: true,
    at: ['oauth'],
    means: 'There is more to do than can be done in time.',
    remedy: 'Wait as many seconds as `Retry-After` says.',
  },
  ...COMMAND_PROBLEMS,
} as const satisfies Readonly<Record<string, ProblemEntry>>;

export type ProblemCode = keyof typeof TABLE;

/** The codes of answers that have a status. */
export type AnsweredCode = {
  [Code in ProblemCode]: (typeof TABLE)[Code]['status'] extends number ? Code : never;
}[ProblemCode];

/** The codes that are met at a place. */
export type CodeAt<Place extends ProblemPlace> = {
  [Code in ProblemCode]: Place extends (typeof TABLE)[Code]['at'][number] ? Code : never;
}[ProblemCode];

/** The table of problems: whatever of Kith answers with a code has it from here. docs/problems.md is made of it. */
export const PROBLEMS: Readonly<Record<ProblemCode, ProblemEntry>> = TABLE;

/** All codes, in the order of the table. */
export const PROBLEM_CODES = Object.keys(TABLE) as readonly ProblemCode[];

/** The kind of problem that an answer is. */
export const problemKind = (
  code: AnsweredCode,
): { readonly code: AnsweredCode; readonly status: number } => ({
  code,
  status: TABLE[code].status,
});

/** A code as GraphQL has it in `extensions.code`: in capitals, as its clients know those of Apollo. */
export const graphqlCode = <Code extends CodeAt<'graphql'>>(code: Code): Uppercase<Code> =>
  code.toUpperCase() as Uppercase<Code>;
