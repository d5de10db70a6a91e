import { STATUS_CODES } from 'node:http';

/** One offending member (`/permission/CS-OPT`, RFC 6901) or query parameter (`?out`). */
export interface ProblemFault {
  readonly pointer: string;
  readonly detail: string;
}

/** Which failure a problem is: a line of the product's table of problems, which programs tell apart by the code. */
export interface ProblemKind {
  /** In snake_case; never changes its meaning. */
  readonly code: string;
  readonly status: number;
}

/** What a problem may say beyond its kind. */
export interface ProblemParts {
  readonly detail?: string;
  readonly errors?: readonly ProblemFault[];
  /** Headers of the answer, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

/** Where an app serves the page that says what each code means. */
export const PROBLEMS_PATH = '/problems';

/** The kinds of problems that every HTTP server has; those of the product come from its own table, which has these too. */
export const PLATFORM_PROBLEMS = {
  badRequest: { code: 'bad_request', status: 400 },
  notHttp: { code: 'not_http', status: 400 },
  malformedBody: { code: 'malformed_body', status: 400 },
  notFound: { code: 'not_found', status: 404 },
  requestTimeout: { code: 'request_timeout', status: 408 },
  payloadTooLarge: { code: 'payload_too_large', status: 413 },
  headersTooLarge: { code: 'headers_too_large', status: 413 },
  unsupportedMediaType: { code: 'unsupported_media_type', status: 415 },
  tooManyRequests: { code: 'too_many_requests', status: 429 },
  internalServerError: { code: 'internal_server_error', status: 500 },
  overloaded: { code: 'overloaded', status: 503 },
} as const satisfies Readonly<Record<string, ProblemKind>>;

/** A failure that the caller is told about (RFC 9457); it holds nothing that the caller may not read. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  readonly errors: readonly ProblemFault[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor({ code, status }: ProblemKind, { detail, errors, headers = {} }: ProblemParts = {}) {
    const title = STATUS_CODES[status] ?? 'Error';
    super(detail ?? title);
    this.code = code;
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
    this.headers = headers;
  }
}

/** The wire form of a problem. */
export interface ProblemBody {
  /** A reference to the place on the page of problems that is about the code. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail?: string;
  readonly errors?: readonly ProblemFault[];
}

/** The place on the page of problems that is about a code: a reference relative to whoever answered. */
export const problemType = (code: string): string => `${PROBLEMS_PATH}#${code}`;

/** What of the request is wrong, place by place. */
export const badRequest = (
  errors: readonly ProblemFault[],
  kind: ProblemKind = PLATFORM_PROBLEMS.badRequest,
): Problem => new Problem(kind, { detail: 'The request does not conform to the specification.', errors });

/** The body as a whole is nothing that can be looked into. */
export const malformedBody = (detail: string): Problem =>
  badRequest([{ pointer: '', detail }], PLATFORM_PROBLEMS.malformedBody);

export const notFound = (): Problem =>
  new Problem(PLATFORM_PROBLEMS.notFound, { detail: 'There is nothing at this path for this method.' });

export const payloadTooLarge = (detail: string): Problem =>
  new Problem(PLATFORM_PROBLEMS.payloadTooLarge, { detail });

/** `limit`: the most bytes that URL and headers may have together. */
export const headersTooLarge = (limit: number): Problem =>
  new Problem(PLATFORM_PROBLEMS.headersTooLarge, {
    detail: `URL and headers are larger than ${limit} bytes.`,
  });

const wholeSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds));

export const tooManyRequests = (retryAfterSeconds: number): Problem =>
  new Problem(PLATFORM_PROBLEMS.tooManyRequests, {
    detail: 'There were too many requests; try again later.',
    headers: { 'Retry-After': String(wholeSeconds(retryAfterSeconds)) },
  });

/** There is more to do than can be done in time: who is told so can come again after so many seconds. */
export class Overload extends Problem {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    const seconds = wholeSeconds(retryAfterSeconds);
    super(PLATFORM_PROBLEMS.overloaded, {
      detail: 'The service is overloaded; try again later.',
      headers: { 'Retry-After': String(seconds) },
    });
    this.retryAfterSeconds = seconds;
  }
}

/** A failure of ours: the caller learns the request id and nothing else. */
export const internalError = (requestId: string): Problem =>
  new Problem(PLATFORM_PROBLEMS.internalServerError, { detail: `Request ${requestId} failed.` });

/** What stands in the answer; headers are not part of it. */
export const problemBody = ({ code, title, status, detail, errors }: Problem): ProblemBody => ({
  type: problemType(code),
  title,
  status,
  code,
  ...(detail === undefined ? {} : { detail }),
  ...(errors === undefined ? {} : { errors }),
});
