import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { callOutcome } from '@kith/contracts';
import { Unavailable } from '@kith/ports';
import { createLineReader } from './line-reader.ts';
import { textOf } from './post-json.ts';
import type { PendingCall } from './pending-call.ts';
import { readProblem } from './read-problem.ts';
import {
  APP,
  MAX_ANSWER_BYTES,
  refused,
  unreachable,
  type ResolverConnection,
} from './resolver-connection.ts';
import { unreadable } from './transport.ts';

/** Calls that travel in one request. */
export interface PostedCalls {
  readonly path: string;
  /** At least one. */
  readonly calls: readonly PendingCall[];
}

/** What stands in the body beside a call and the digits of its time, in bytes. */
const ENVELOPE_BYTES = 64;

/** The most bytes that a call takes in the body of a request. */
export const sizeInRequest = ({ call }: PendingCall): number => Buffer.byteLength(call.body) + ENVELOPE_BYTES;

/**
 * Posts calls as one signed request, and settles each of them as soon as its line of the answer is there; what has none at
 * the end fails. `onAnswered` is called at each line, and at the end. When nobody waits any more, the connection is broken
 * off, so that the resolver decides for nobody.
 */
export const postCalls = (
  { options, sign }: ResolverConnection,
  { path, calls }: PostedCalls,
  onAnswered: () => void,
): void => {
  const body = `[${calls.map(inRequest).join()}]`;
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-request-id': calls[0]!.call.requestId,
    ...sign(path, body),
  };
  const sent = request({ ...options, path, method: 'POST', headers });
  const fail = (cause: Error): void => {
    for (const call of calls) call.fail(cause);
    onAnswered();
  };
  sent.on('error', (cause) => fail(unreachable(cause)));
  sent.on('response', (response) => {
    if (response.statusCode === 200) readAnswers(response, { calls, fail, onAnswered });
    else void readRefusal(response, fail);
  });
  giveUpWithAll(sent, calls);
  sent.end(body);
};

const inRequest = ({ call: { body, deadline } }: PendingCall): string =>
  `{"remainingMs":${Math.floor(deadline.remainingMs())},"call":${body}}`;

const giveUpWithAll = (sent: ClientRequest, calls: readonly PendingCall[]): void => {
  const giveUp = (): void => {
    if (calls.every(({ isSettled }) => isSettled)) sent.destroy();
  };
  for (const call of calls) call.onLate = giveUp;
};

interface AnswerHandlers {
  readonly calls: readonly PendingCall[];
  /** For all that are not answered yet. */
  readonly fail: (cause: Error) => void;
  readonly onAnswered: () => void;
}

const readAnswers = (response: IncomingMessage, { calls, fail, onAnswered }: AnswerHandlers): void => {
  const read = createLineReader(MAX_ANSWER_BYTES, (line) => settle(calls, line));
  response.on('data', (piece: Buffer) => {
    try {
      read(piece);
      onAnswered();
    } catch (cause) {
      fail(unreadable(APP, cause));
      response.destroy();
    }
  });
  response.on('error', (cause) => fail(unreachable(cause)));
  response.on('end', () => fail(new Unavailable(APP, 'ended before it answered')));
};

const settle = (calls: readonly PendingCall[], line: string): void => {
  const outcome = callOutcome.parse(JSON.parse(line));
  const call = calls[outcome.index];
  if (call === undefined) throw new Error('an answer to a call that was not made');
  if ('problem' in outcome) call.fail(refused(outcome.problem));
  else call.answer(outcome.answer);
};

const readRefusal = async (response: IncomingMessage, fail: (cause: Error) => void): Promise<void> => {
  try {
    const { statusCode: status = 0, headers } = response;
    const { code } = readProblem(await textOf(response, MAX_ANSWER_BYTES));
    fail(refused({ status, code, retryAfter: Number(headers['retry-after'] ?? 1) }));
  } catch (cause) {
    fail(unreachable(cause));
  }
};
