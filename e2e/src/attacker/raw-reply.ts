import { once } from 'node:events';
import { connect } from 'node:net';
import { expectKnownCodes } from '../kit/known-codes.ts';

/** A problem answer in a reply that may hold several: its status, content type and body. */
const PROBLEM =
  /HTTP\/1\.1 (\d{3}) [^\r]*\r\n(?:(?!content-type)[^\r]+\r\n)*content-type: (application\/problem\+json)\r\n(?:[^\r]+\r\n)*\r\n(\{.*?\})(?=HTTP\/1\.1 |$)/gis;

/**
 * Writes bytes, ends, and answers with everything that comes back until the connection closes. Rejects where a problem
 * answer of it has no code that is known.
 */
export const rawReply = async (baseUrl: string, bytes: string): Promise<string> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  let reply = '';
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => (reply += text));
  socket.on('end', () => socket.end());
  // A server that refuses a request may close before all of it was written.
  socket.on('error', () => socket.destroy());
  socket.write(Buffer.from(bytes, 'latin1'));
  await once(socket, 'close');
  for (const [, status, type = '', text = ''] of reply.matchAll(PROBLEM))
    expectKnownCodes({ status: Number(status), type, text });
  return reply;
};

/** The status of each answer in a reply. */
export const statusesIn = (reply: string): readonly number[] =>
  Array.from(reply.matchAll(/(?:^|\r\n\r\n|[}\]]|;)HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));

/** The head of the first answer, its lines in lower case. */
export const headIn = (reply: string): readonly string[] =>
  (reply.split('\r\n\r\n')[0] ?? '').toLowerCase().split('\r\n').slice(1);
