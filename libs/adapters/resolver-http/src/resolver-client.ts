import { Agent, request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import {
  DEADLINE_HEADER,
  formatSignature,
  RESOLVE_PATH,
  resolveAnswerSchema,
  SIGNATURE_HEADER,
} from '@kith/contracts';
import type { Keyring } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import type { ResolveAnswer, ResolveCall, Resolver, Scope } from '@kith/ports';

/** What the client is made with. */
export interface ResolverClientOptions {
  /** `RESOLVER_URL`. */
  readonly url: string;
  /** Holds the secret `resolver`, which both sides share. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly maxSockets?: number;
}

/** The resolver as the edge reaches it: one signed HTTP call over kept connections. */
export interface ResolverClient extends Resolver {
  close(): void;
}

/** The longest answer, in bytes; a resolver that sends more is at fault. */
const LONGEST_ANSWER = 4 * 1024 * 1024;

/**
 * Makes the client. A call ends with the scope's deadline at the latest; no answer in time, a broken connection and
 * any status but 200 become `Unavailable`.
 */
export const createResolverClient = (options: ResolverClientOptions): ResolverClient => {
  const agent = new Agent({ keepAlive: true, maxSockets: options.maxSockets ?? 256, scheduling: 'lifo' });
  const url = new URL(RESOLVE_PATH, options.url);
  return {
    resolve: async (scope, call) => {
      const body = JSON.stringify({ account: scope.account, ...call });
      const sent = send(url, agent, headersOf(options, scope, call, body), scope.deadline.remainingMs());
      sent.end(body);
      return parseAnswer(await answerTo(sent));
    },
    close: () => agent.destroy(),
  };
};

const headersOf = (
  { keyring, clock }: ResolverClientOptions,
  scope: Scope,
  call: ResolveCall,
  body: string,
) => {
  const at = clock();
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-request-id': call.requestId,
    [DEADLINE_HEADER]: Math.floor(scope.deadline.remainingMs()),
    [SIGNATURE_HEADER]: formatSignature(at, keyring.mac('resolver', String(at), body)),
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

const parseAnswer = (text: string): ResolveAnswer => {
  try {
    return resolveAnswerSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new Unavailable('resolver', 'sent an answer that cannot be read', { cause: error });
  }
};
