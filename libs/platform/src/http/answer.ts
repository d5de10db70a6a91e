import type { Exchange } from './exchange.ts';

/**
 * Answers with a status, the headers of the exchange and further ones (names and values in turn), and a body. All headers go out in one list: set
 * one by one, each of them costs as much as the rest of the answer.
 */
export const answer = (
  { response, headers }: Exchange,
  status: number,
  further: readonly string[],
  body: string | Uint8Array,
): void => {
  response.writeHead(status, [...headers, ...further, 'Content-Length', String(Buffer.byteLength(body))]);
  response.end(body);
};
