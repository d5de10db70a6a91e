import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { DEADLINE_HEADER, formatSignature, SIGNATURE_HEADER, signedParts } from '@kith/contracts';
import { Overload, type Keyring } from '@kith/platform';
import { Unavailable, type Deadline } from '@kith/ports';

/** What a client of the resolver is made with. */
export interface ResolverClientOptions {
  /** `RESOLVER_URL`. */
  readonly url: string;
  /** Holds the secret `resolver`, which both sides share. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly maxSockets?: number;
}

/** One call of an internal route. */
export interface SignedCall<Answer> {
  readonly path: string;
  readonly body: unknown;
  readonly requestId: string;
  readonly deadline: Deadline;
  /** Reads the answer; throws where it has another shape. */
  readonly parse: (answer: unknown) => Answer;
}

/** Calls of the resolver over kept connections. */
export interface SignedCalls {
  post<Answer>(call: SignedCall<Answer>): Promise<Answer>;
  close(): void;
}

/** The most connections, and with them the most calls that do not wait for one. */
export const MOST_SOCKETS = 256;
/** The longest answer, in bytes; a resolver that sends more is at fault. */
const LONGEST_ANSWER = 4 * 1024 * 1024;

/**
 * Makes the calls. Each ends with its deadline at the latest; no answer in time, a broken connection and any status but
 * 200 become `Unavailable`, but 503 becomes `Overload`, as the resolver said it.
 */
export const createSignedCalls = (options: ResolverClientOptions): SignedCalls => {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: options.maxSockets ?? MOST_SOCKETS,
    scheduling: 'lifo',
  });
  return {
    post: async (call) => {
      const body = JSON.stringify(call.body);
      const url = new URL(call.path, options.url);
      const sent = send(url, agent, headersOf(options, call, body), call.deadline.remainingMs());
      sent.end(body);
      return parseAnswer(await answerTo(sent), call.parse);
    },
    close: () => agent.destroy(),
  };
};

const headersOf = (
  { keyring, clock }: ResolverClientOptions,
  { path, requestId, deadline }: SignedCall<unknown>,
  body: string,
) => {
  const at = clock();
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    [DEADLINE_HEADER]: Math.floor(deadline.remainingMs()),
    [SIGNATURE_HEADER]: formatSignature(at, keyring.mac('resolver', ...signedParts({ at, path, body }))),
  };
};

const send = (
  url: URL,
  agent: Agent,
  headers: Record<string, string | number>,
  timeoutMs: number,
): ClientRequest => {
  const sent = request(url, { method: 'POST', agent, headers });
  const timer = setTimeout(() => sent.destroy(new Error('no answer in time')), timeoutMs);
  sent.once('close', () => clearTimeout(timer));
  return sent;
};

const answerTo = (sent: ClientRequest): Promise<string> =>
  new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(new Unavailable('resolver', error.message, { cause: error }));
    sent.once('error', fail);
    sent.once('response', (response) => {
      readText(response).then((text) => {
        if (response.statusCode === 200) resolve(text);
        else if (response.statusCode === 503)
          reject(new Overload(Number(response.headers['retry-after'] ?? 1)));
        else fail(new Error(`answered with status ${response.statusCode ?? 0}`));
      }, fail);
    });
  });

const readText = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONGEST_ANSWER) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const parseAnswer = <Answer>(text: string, parse: (answer: unknown) => Answer): Answer => {
  try {
    return parse(JSON.parse(text));
  } catch (error) {
    throw new Unavailable('resolver', 'sent an answer that cannot be read', { cause: error });
  }
};
