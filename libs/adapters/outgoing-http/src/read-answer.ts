import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The answer is beyond the limit. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** The answer came in an encoding that nobody asked for. */
export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding';
}

/** Reads the body of an answer, of at most so many bytes as it comes and as it is unpacked. */
export const readAnswer = async (response: IncomingMessage, maxBytes: number): Promise<string> => {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new TooLarge();
  switch (isEmpty(response) ? 'identity' : encodingOf(response)) {
    case 'identity':
      return collected(response, maxBytes);
    case 'gzip':
    case 'x-gzip':
      return collected(unpacked(response), maxBytes);
    default:
      throw new UnknownEncoding();
  }
};

/** Some servers say of an empty body, too, that it is packed. */
const isEmpty = ({ statusCode, headers }: IncomingMessage): boolean =>
  statusCode === 204 || statusCode === 304 || headers['content-length'] === '0';

const encodingOf = ({ headers }: IncomingMessage): string =>
  headers['content-encoding']?.trim().toLowerCase() ?? 'identity';

/** Where one of the two ends too early, so does the other; what went wrong shows to whoever reads. */
const unpacked = (response: IncomingMessage): Readable => {
  const gunzip = createGunzip();
  pipeline(response, gunzip, () => undefined);
  return gunzip;
};

const collected = async (chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<string> => {
  const kept: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) throw new TooLarge();
    kept.push(chunk);
  }
  return Buffer.concat(kept).toString('utf8');
};
