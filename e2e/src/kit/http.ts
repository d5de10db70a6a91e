import { Agent, request, type OutgoingHttpHeaders } from 'node:http';
import { expectConforming, type Received } from './conforming.ts';
import { expectKnownCodes } from './known-codes.ts';

/** One request as it goes over the wire: nothing is added but what HTTP/1.1 demands. */
export type Sent = {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
};

const shared = new Agent({ keepAlive: true, maxSockets: 32 });

/**
 * Sends one request and reads the whole answer. Rejects when the connection breaks, where an answer of interface B is
 * not as the OpenAPI document has it, and where one of failure has no code that is known. The path is sent as written, so that a test can send one that no URL parser
 * would leave alone.
 */
export const send = (baseUrl: string, path: string, sent: Sent = {}): Promise<Received> =>
  sendOver(shared, baseUrl, path, sent);

/** The same over connections of the caller's own. */
export const sendOver = async (
  connections: Agent,
  baseUrl: string,
  path: string,
  sent: Sent = {},
): Promise<Received> => {
  const received = await exchange(connections, baseUrl, path, sent);
  expectConforming(sent.method ?? 'GET', path, received);
  const { status, headers, text } = received;
  expectKnownCodes({ status, type: headers['content-type'] ?? '', text });
  return received;
};

const exchange = (agent: Agent, baseUrl: string, path: string, sent: Sent): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const { method = 'GET', headers = {}, body } = sent;
    const outgoing = request({ hostname, port, path, method, headers: withLength(headers, body), agent });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const parse = (): unknown => JSON.parse(text);
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: parse });
      });
    });
    outgoing.end(body);
  });

const withLength = (headers: OutgoingHttpHeaders, body: string | Buffer | undefined): OutgoingHttpHeaders =>
  body === undefined || 'transfer-encoding' in headers
    ? headers
    : { 'content-length': Buffer.byteLength(body), ...headers };

/** Ends the connections that were kept alive, so that a test run can end. */
export const hangUp = (): void => shared.destroy();
