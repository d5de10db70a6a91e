import { Overload, requestIdOf, type Logger } from '@kith/platform';
import type { ErrorRequestHandler } from 'express';
import { LIMITS } from '../limits/limits.ts';
import { answerFailure, type RequestFailure } from './graphql-errors.ts';

const OVERLOADED: RequestFailure = {
  status: 503,
  code: 'overloaded',
  message: 'There is more to do than can be done in time; try again later.',
};

const FAULT = 'internal_server_error';

/** What goes wrong before GraphQL begins: the caller's mistakes by name, a fault by its request id alone. */
export const queryFaults =
  (logger: Logger): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const mistake = mistakeOf(error);
    if (mistake !== null) return answerFailure(response, mistake);
    if (error instanceof Overload) {
      response.set(error.headers);
      return answerFailure(response, OVERLOADED);
    }
    const requestId = requestIdOf(request);
    logger.error({ error, requestId, code: FAULT }, 'a GraphQL request could not be answered');
    answerFailure(response, {
      status: 500,
      code: FAULT,
      message: 'Internal server error',
      requestId,
    });
  };

/** The body parser's errors carry a status of their own. */
const mistakeOf = (error: unknown): RequestFailure | null => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  switch (status) {
    case 413:
      return {
        status,
        code: 'payload_too_large',
        message: `The body is larger than ${LIMITS.bodyBytes} bytes.`,
      };
    case 415:
      return { status, code: 'unsupported_media_type', message: 'The body must be JSON in UTF-8.' };
    case 400:
      return { status, code: 'bad_request', message: 'The body is not a JSON object.' };
    default:
      return null;
  }
};
