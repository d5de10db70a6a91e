import { STATUS_CODES } from 'node:http';

/** One offending member (`/permission/CS-OPT`, RFC 6901) or query parameter (`?out`). */
export interface ProblemFault {
  readonly pointer: string;
  readonly detail: string;
}

/** What a problem may say beyond its status. */
export interface ProblemParts {
  readonly detail?: string;
  readonly errors?: readonly ProblemFault[];
  /** Headers of the answer, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

/** A failure that the caller is told about (RFC 9457); it holds nothing that the caller may not read. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  readonly errors: readonly ProblemFault[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, { detail, errors, headers = {} }: ProblemParts = {}) {
    const title = STATUS_CODES[status] ?? 'Error';
    super(detail ?? title);
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
    this.headers = headers;
  }
}

/** The wire form of a problem. */
export interface ProblemBody {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly errors?: readonly ProblemFault[];
}

export const badRequest = (errors: readonly ProblemFault[]): Problem =>
  new Problem(400, { detail: 'The request does not conform to the specification.', errors });

export const notFound = (): Problem =>
  new Problem(404, { detail: 'There is nothing at this path for this method.' });

export const payloadTooLarge = (detail: string): Problem => new Problem(413, { detail });

export const forbidden = (detail: string): Problem => new Problem(403, { detail });

const wholeSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds));

export const tooManyRequests = (retryAfterSeconds: number): Problem =>
  new Problem(429, {
    detail: 'There were too many requests; try again later.',
    headers: { 'Retry-After': String(wholeSeconds(retryAfterSeconds)) },
  });

/** There is more to do than can be done in time: who is told so can come again after so many seconds. */
export class Overload extends Problem {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    const seconds = wholeSeconds(retryAfterSeconds);
    super(503, {
      detail: 'The service is overloaded; try again later.',
      headers: { 'Retry-After': String(seconds) },
    });
    this.retryAfterSeconds = seconds;
  }
}

/** A failure of ours: the caller learns the request id and nothing else. */
export const internalError = (requestId: string): Problem =>
  new Problem(500, { detail: `Request ${requestId} failed.` });

/** What stands in the answer; headers are not part of it. */
export const problemBody = ({ title, status, detail, errors }: Problem): ProblemBody => ({
  type: 'about:blank',
  title,
  status,
  ...(detail === undefined ? {} : { detail }),
  ...(errors === undefined ? {} : { errors }),
});
