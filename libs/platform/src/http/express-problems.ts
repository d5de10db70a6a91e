import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { Logger } from '../observability/logger.ts';
import { badRequest, notFound, payloadTooLarge, PLATFORM_PROBLEMS, Problem } from '../errors/problem.ts';
import { answerFailure } from './answer-failure.ts';

/** The request id that the server gave to a request which Express handles. */
export const requestIdOf = (request: Request): string => String(request.res?.getHeader('X-Request-Id') ?? '');

const statusOf = (error: unknown): number => {
  if (typeof error !== 'object' || error === null || !('status' in error)) return 500;
  return typeof error.status === 'number' ? error.status : 500;
};

/** Express and its body parsers put the status of the caller's own mistakes on the error. */
export const expressProblem = (error: unknown): unknown => {
  if (error instanceof Problem) return error;
  const status = statusOf(error);
  if (status < 400 || status > 499) return error;
  if (status === 400) return badRequest([{ pointer: '', detail: 'The request cannot be read.' }]);
  if (status === 413) return payloadTooLarge('The body is too large.');
  if (status === 415) return new Problem(PLATFORM_PROBLEMS.unsupportedMediaType);
  return new Problem({ ...PLATFORM_PROBLEMS.badRequest, status });
};

/**
 * The last error handler of an Express app: the same answers as in front of it. An answer that has begun is left to
 * whoever runs the app; `createHttpServer` ends its connection.
 */
export const problemErrorHandler =
  (logger: Logger): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const requestId = requestIdOf(request);
    if (response.headersSent) next(error);
    else
      answerFailure(
        { request, response, requestId, headers: [], log: logger.child({ requestId }) },
        expressProblem(error),
      );
  };

/** The last route of an Express app. */
export const notFoundHandler: RequestHandler = () => {
  throw notFound();
};
