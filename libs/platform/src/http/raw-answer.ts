import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { randomUUID } from 'node:crypto';
import {
  badRequest,
  headersTooLarge,
  notFound,
  payloadTooLarge,
  PLATFORM_PROBLEMS,
  Problem,
  PROBLEM_CONTENT_TYPE,
  problemBody,
} from '../errors/problem.ts';
import type { Connections } from './connections.ts';

const LINGER_MS = 2_000;
const LINGER_BYTES = 1_048_576;

const notHttp = (): Problem =>
  badRequest([{ pointer: '', detail: 'The request is not HTTP.' }], PLATFORM_PROBLEMS.notHttp);

const requestTimeout = (): Problem =>
  new Problem(PLATFORM_PROBLEMS.requestTimeout, { detail: 'The request did not arrive in time.' });

/** What the parser's complaints mean to the client; the rest is no HTTP. */
const problems = (headerBytes: number): ReadonlyMap<string | undefined, () => Problem> =>
  new Map([
    ['HPE_HEADER_OVERFLOW', () => headersTooLarge(headerBytes)],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', () => payloadTooLarge('The extensions of the chunks are too large.')],
    ['ERR_HTTP_REQUEST_TIMEOUT', requestTimeout],
  ]);

const rawAnswer = (problem: Problem): string => {
  const body = JSON.stringify(problemBody(problem));
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    `Content-Type: ${PROBLEM_CONTENT_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    `Date: ${new Date().toUTCString()}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
};

/** Gives the client time to read the answer: bytes that nobody reads would reset the connection before. */
const linger = (socket: Duplex): void => {
  let left = LINGER_BYTES;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  socket.resume();
};

/** Answers on a bare socket, where there is no response object to answer with. */
const answerRaw = (socket: Duplex, problem: Problem): void => {
  // The answer before it was the last one, and may still be on its way.
  if (socket.writableEnded) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawAnswer(problem));
  linger(socket);
};

/** In place of an answer that may have begun, which cannot be taken back. */
const answerInstead = (socket: Duplex, begun: ServerResponse | undefined, problem: Problem): void => {
  if (begun?.headersSent !== true) answerRaw(socket, problem);
  else if (begun.writableEnded) socket.end();
  else socket.destroy();
};

/**
 * The last answer of a connection, given when those to the requests before it are out, so that it is taken for none of
 * them. A request that did not arrive whole is the one that it answers.
 */
export const answerLast = (connections: Connections, socket: Duplex, problem: Problem): void => {
  connections.stop(socket);
  const unanswered = connections.unanswered(socket);
  const before = unanswered.findLast(({ req }) => req.complete);
  const begun = unanswered.find(({ req }) => !req.complete);
  if (before === undefined) answerInstead(socket, begun, problem);
  else before.once('close', () => answerInstead(socket, begun, problem));
};

const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ \S+ HTTP\/1\.[01]\r?\n/;

/** A method that Node's parser does not know, in a request that is one: a wrong method like any other. */
const isUnknownMethod = ({ code, rawPacket }: ParserError): boolean =>
  code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(rawPacket?.toString('latin1') ?? '');

/** What Node hands over with a request that it could not parse. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/** Answers what Node's parser refuses; gives each connection one answer. `told` hears of its status. */
export const createRefusal = (
  connections: Connections,
  headerBytes: number,
  told: (status: number) => void,
) => {
  const refused = new WeakSet<Duplex>();
  const known = problems(headerBytes);
  return (error: ParserError, socket: Duplex): void => {
    // The end of the connection is one more complaint.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const problem = (isUnknownMethod(error) ? notFound : (known.get(error.code) ?? notHttp))();
    told(problem.status);
    answerLast(connections, socket, problem);
  };
};
