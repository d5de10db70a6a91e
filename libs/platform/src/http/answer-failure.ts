import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../observability/logger.ts';
import { internalError, Problem } from '../errors/problem.ts';
import { sendProblem } from './send-problem.ts';

/** The request that failed, and the log that hears of it. */
export interface FailedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Names and values in turn: what the answer carries beside the problem's own. */
  readonly headers: readonly string[];
  readonly log: Logger;
}

/**
 * The one place where an error becomes an answer: a `Problem` as it is, everything else a 500 that is logged.
 * An answer that has begun cannot be taken back: the connection ends, so that nobody takes it for whole.
 */
export const answerFailure = (failed: FailedRequest, error: unknown): void => {
  const { request, response, requestId, headers, log } = failed;
  if (request.destroyed && !request.complete) {
    log.debug({ error }, 'the client went away');
    response.destroy();
    return;
  }
  const problem = error instanceof Problem ? error : internalError(requestId);
  if (!(error instanceof Problem)) log.error({ error, code: problem.code }, 'a request failed');
  if (response.writableEnded) return;
  if (response.headersSent) response.destroy();
  else sendProblem(request, response, problem, headers);
};
