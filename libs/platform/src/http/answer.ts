import { drain, hasUnreadBody } from './drain.ts';
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

/** The same, also before the body of the request was read: then the connection ends with the answer, which the client gets to read first. */
export const answerEarly = (
  exchange: Exchange,
  status: number,
  further: readonly string[],
  body: string,
): void => {
  const { request, response } = exchange;
  if (!hasUnreadBody(request)) return answer(exchange, status, further, body);
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, [
    ...exchange.headers,
    ...further,
    'Content-Length',
    length,
    'Connection',
    'close',
  ]);
  response.write(body);
  drain(request, () => response.end());
};

/** Answers a call with JSON that nobody may keep. */
export const answerJson = (exchange: Exchange, value: unknown): void =>
  answer(
    exchange,
    200,
    ['Content-Type', 'application/json', 'Cache-Control', 'no-store'],
    JSON.stringify(value),
  );
