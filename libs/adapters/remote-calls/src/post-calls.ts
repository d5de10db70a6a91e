import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { callOutcome } from '@kith/contracts';
import { Unavailable } from '@kith/ports';
import type { PendingCall } from './pending-call.ts';
import { textOf } from './post-json.ts';
import { readProblem } from './read-problem.ts';
import type { Replica } from './replicas.ts';
import {
  APP,
  MAX_ANSWER_BYTES,
  refused,
  type ResolverConnection,
  unreachable,
} from './resolver-connection.ts';
import { unreadable } from './transport.ts';

/** Calls that travel in one request. */
export interface PostedCalls {
  readonly path: string;
  /** At least one. */
  readonly calls: readonly PendingCall[];
  /** Called at each line of the answer, and at the end. */
  readonly onAnswered: () => void;
  /** Hears of calls that are made once more. */
  readonly onRepeated: (calls: number) => void;
}

/** What stands in the body beside a call and the digits of its time, in bytes. */
const ENVELOPE_BYTES = 64;

/** A replica that does not take a connection within so many milliseconds is gone: nobody says so where its address is. */
const CONNECT_MS = 500;

/** The most bytes that a call takes in the body of a request. */
export const sizeInRequest = ({ call }: PendingCall): number => Buffer.byteLength(call.body) + ENVELOPE_BYTES;

/**
 * Posts calls as one signed request, and settles each of them as soon as its line of the answer is there; what has none at
 * the end fails. Where the connection is not made, or breaks, the calls that have no answer by then are posted once more, to
 * another replica: by their ids they take effect once. When nobody waits any more, the connection is broken off, so that the
 * resolver decides for nobody.
 */
export const postCalls = async (connection: ResolverConnection, posted: PostedCalls): Promise<void> => {
  const cause = await postTwiceAtMost(connection, posted).catch((fault: unknown) => fault);
  if (cause !== null) failAll(posted.calls, unreachable(cause));
  posted.onAnswered();
};

/** What broke the connection in the end; null where all calls are settled. */
const postTwiceAtMost = async (connection: ResolverConnection, posted: PostedCalls): Promise<unknown> => {
  const first = await connection.replica();
  const broken = await postTo({ ...posted, connection, replica: first });
  const calls = posted.calls.filter(({ isSettled }) => !isSettled);
  if (broken === null || calls.length === 0) return null;
  posted.onRepeated(calls.length);
  const replica = await connection.replica(first);
  return postTo({ ...posted, calls, connection, replica });
};

interface Posting extends PostedCalls {
  readonly connection: ResolverConnection;
  readonly replica: Replica;
}

/** Resolves when the request is over: with what broke the connection, null where nothing did. */
const postTo = async (posting: Posting): Promise<unknown> => {
  const { replica } = posting;
  replica.began();
  try {
    return await overOf(send(posting), posting);
  } finally {
    replica.ended();
  }
};

const overOf = (sent: ClientRequest, posting: Posting): Promise<unknown> =>
  new Promise((resolve) => {
    let hasResponse = false;
    sent.on('error', (cause) => {
      if (!hasResponse) posting.replica.failed();
      resolve(cause);
    });
    sent.on('response', (response) => {
      hasResponse = true;
      posting.replica.answers(response.headers.connection === 'close');
      resolve(response.statusCode === 200 ? readAnswers(response, posting) : readRefusal(response, posting));
    });
  });

const send = ({ connection, replica, path, calls }: Posting): ClientRequest => {
  const body = `[${calls.map(inRequest).join()}]`;
  const headers = {
    host: replica.address.authority,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-request-id': calls[0]!.call.requestId,
    ...connection.sign(path, body),
  };
  const sent = request({ ...connection.optionsOf(replica), path, method: 'POST', headers });
  connectSoon(sent);
  giveUpWithAll(sent, calls);
  return sent.end(body);
};

const inRequest = ({ call: { body, deadline } }: PendingCall): string =>
  `{"remainingMs":${Math.floor(deadline.remainingMs())},"call":${body}}`;

const connectSoon = (sent: ClientRequest): void => {
  sent.on('socket', (socket) => {
    if (!socket.connecting) return;
    const giveUp = (): void => void sent.destroy(new Error('no connection in time'));
    const timer = setTimeout(giveUp, CONNECT_MS);
    const end = (): void => clearTimeout(timer);
    socket.once('connect', end);
    sent.once('close', end);
  });
};

const giveUpWithAll = (sent: ClientRequest, calls: readonly PendingCall[]): void => {
  const giveUp = (): void => {
    if (calls.every(({ isSettled }) => isSettled)) sent.destroy();
  };
  for (const call of calls) call.onLate = giveUp;
};

/** Those that are not answered yet. */
const failAll = (calls: readonly PendingCall[], cause: Error): void => {
  for (const call of calls) call.fail(cause);
};

const readAnswers = (response: IncomingMessage, { calls, onAnswered }: Posting): Promise<unknown> =>
  new Promise((resolve) => {
    const read = createLineReader(MAX_ANSWER_BYTES, (line) => settle(calls, line));
    const failWith = (cause: Error): void => {
      failAll(calls, cause);
      resolve(null);
    };
    response.on('data', (piece: Buffer) => {
      try {
        read(piece);
        onAnswered();
      } catch (cause) {
        failWith(unreadable(APP, cause));
        response.destroy();
      }
    });
    response.on('error', resolve);
    response.on('end', () => failWith(new Unavailable(APP, 'ended before it answered')));
  });

const settle = (calls: readonly PendingCall[], line: string): void => {
  const outcome = callOutcome.parse(JSON.parse(line));
  const call = calls[outcome.index];
  if (call === undefined) throw new Error('an answer to a call that was not made');
  if ('problem' in outcome) call.fail(refused(outcome.problem));
  else call.answer(outcome.answer);
};

const readRefusal = async (response: IncomingMessage, { calls }: Posting): Promise<null> => {
  try {
    const { statusCode: status = 0, headers } = response;
    const { code } = readProblem(await textOf(response, MAX_ANSWER_BYTES));
    failAll(calls, refused({ status, code, retryAfter: Number(headers['retry-after'] ?? 1) }));
  } catch (cause) {
    failAll(calls, unreachable(cause));
  }
  return null;
};

const LINE_END = 0x0a;

/**
 * Takes pieces of a stream and calls `onLine` with each line of it in UTF-8, as soon as that is whole. Throws where one is
 * longer than `maxBytes`.
 */
const createLineReader = (maxBytes: number, onLine: (line: string) => void): ((piece: Buffer) => void) => {
  let begun: Buffer[] = [];
  let length = 0;
  const keep = (piece: Buffer): void => {
    length += piece.length;
    if (length > maxBytes) throw new Error('the answer is too long');
    begun.push(piece);
  };
  const finish = (): string => {
    const line = Buffer.concat(begun).toString('utf8');
    begun = [];
    length = 0;
    return line;
  };
  return (piece) => {
    let from = 0;
    for (let end = piece.indexOf(LINE_END); end >= 0; end = piece.indexOf(LINE_END, from)) {
      keep(piece.subarray(from, end));
      from = end + 1;
      onLine(finish());
    }
    if (from < piece.length) keep(piece.subarray(from));
  };
};
