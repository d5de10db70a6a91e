import type { IncomingMessage } from 'node:http';
import { badRequest, headersTooLarge, PLATFORM_PROBLEMS, type Problem } from '../errors/problem.ts';

/** What stands between a header's name and its value, and after it: `: ` and the end of the line. */
const PER_HEADER = 4;

/**
 * What is wrong with the URL and headers of a request that Node's parser let through; null where nothing is. The parser
 * counts names and values alone, so that many small headers could bring several times the limit.
 */
export const headFault = (request: IncomingMessage, headerBytes: number): Problem | null => {
  const { rawHeaders } = request;
  let hosts = 0;
  let bytes = request.url?.length ?? 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    bytes += name.length + rawHeaders[index + 1]!.length + PER_HEADER;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (bytes > headerBytes) return headersTooLarge(headerBytes);
  // RFC 9112 section 3.2: one Host, no more; only HTTP/1.0 knew none.
  if (hosts === 1 || (hosts === 0 && request.httpVersionMinor === 0)) return null;
  return badRequest([{ pointer: '', detail: 'There must be one Host header.' }], PLATFORM_PROBLEMS.notHttp);
};
