import type { IncomingMessage, ServerResponse } from 'node:http';
import { PROBLEM_CONTENT_TYPE, problemBody, type Problem } from '../errors/problem.ts';
import { drain, hasUnreadBody } from './drain.ts';

/** Sets headers, names and values in turn. */
export const setHeaders = (response: ServerResponse, headers: readonly string[]): void => {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    response.setHeader(headers[index]!, headers[index + 1]!);
  }
};

const writeHead = (response: ServerResponse, problem: Problem, length: number): void => {
  for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
  response.setHeader('Content-Type', PROBLEM_CONTENT_TYPE);
  response.setHeader('Content-Length', length);
  response.statusCode = problem.status;
};

/**
 * Answers with a problem. Where the request still has a body on its way, the connection ends with this
 * answer, which the client gets to read first. `headers` are names and values in turn.
 */
export const sendProblem = (
  request: IncomingMessage,
  response: ServerResponse,
  problem: Problem,
  headers: readonly string[] = [],
): void => {
  const body = JSON.stringify(problemBody(problem));
  setHeaders(response, headers);
  writeHead(response, problem, Buffer.byteLength(body));
  if (!hasUnreadBody(request)) {
    response.end(request.method === 'HEAD' ? undefined : body);
    return;
  }
  response.setHeader('Connection', 'close');
  response.write(body);
  drain(request, () => response.end());
};
