import {
  request,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http';
import type { PostedCall } from './transport.ts';

/** An answer, whatever it says. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** To whom a call is posted, and with which headers beside those of every call. */
export interface PostOptions extends Omit<RequestOptions, 'headers'> {
  readonly headers?: OutgoingHttpHeaders;
}

/** Nobody answered within the deadline of the call. */
export class Late extends Error {}

/**
 * Posts a call and reads the answer whole. Rejects with `Late` at the deadline, else with what ended the connection;
 * an answer of more than `maxBytes` ends it, too.
 */
export const postJson = async (
  call: PostedCall,
  options: PostOptions,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<JsonAnswer> => {
  const sent = send(call, options);
  const late = new AbortController();
  const giveUp = (): void => {
    late.abort();
    sent.destroy();
  };
  const timer = setTimeout(giveUp, call.deadline.remainingMs());
  try {
    const response = await responseTo(sent);
    const text = await textOf(response, maxBytes);
    return { status: response.statusCode ?? 0, headers: response.headers, text };
  } catch (error) {
    throw late.signal.aborted ? new Late('no answer in time') : error;
  } finally {
    clearTimeout(timer);
  }
};

const send = ({ path, body, requestId }: PostedCall, options: PostOptions): ClientRequest => {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    ...options.headers,
  };
  return request({ ...options, path, method: 'POST', headers }).end(body);
};

const responseTo = (sent: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.on('error', reject);
  });

/** The whole of an answer; rejects where it is longer than `maxBytes`. */
export const textOf = async (response: IncomingMessage, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
