import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { errorCode } from '../errors/error-sentence.ts';
import { malformedBody, payloadTooLarge } from '../errors/problem.ts';

type Inflate = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const inflaters: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

const EMPTY = Buffer.alloc(0);

const tooLarge = (limit: number): Error => payloadTooLarge(`The body is larger than ${limit} bytes.`);

/** The client closed the connection before the end of its request. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted';
}

const collected = (request: IncomingMessage, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    // The listeners stay: taking them away costs more than what they do when all is settled.
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
        return;
      }
      chunks = [];
      reject(tooLarge(limit));
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    // Nothing where the end has come before.
    request.on('close', () => {
      if (!request.readableEnded) reject(new RequestAborted('the client went away'));
    });
  });

const inflated = async (inflater: Inflate, body: Buffer, limit: number): Promise<Buffer> => {
  try {
    return await inflater(body, { maxOutputLength: limit });
  } catch (cause) {
    throw errorCode(cause) === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge(limit)
      : malformedBody('The body is not in its Content-Encoding.');
  }
};

const inflaterOf = (encoding: string): Inflate | null => {
  if (encoding === '' || encoding === 'identity') return null;
  const found = inflaters.get(encoding);
  if (found === undefined) throw malformedBody('The Content-Encoding must be gzip, deflate or br.');
  return found;
};

const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/**
 * The body of a request, inflated by its `Content-Encoding`. Rejects with a 413 `Problem` where it is larger
 * than `limitBytes` as it came or inflated (no more than that is ever held of either), with a 400 where it
 * cannot be inflated, and with `RequestAborted` where the client goes away.
 */
export const readBody = async (request: IncomingMessage, limitBytes: number): Promise<Buffer> => {
  if (!hasBody(request)) return EMPTY;
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const inflater = inflaterOf((request.headers['content-encoding'] ?? '').trim().toLowerCase());
  const body = await collected(request, limitBytes);
  return inflater === null || body.length === 0 ? body : inflated(inflater, body, limitBytes);
};

/** What the text of a body says; a 400 `Problem` about the whole of it where it is no JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw malformedBody('not JSON');
  }
};
