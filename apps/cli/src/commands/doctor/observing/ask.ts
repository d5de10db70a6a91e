import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { errorSentence } from '@kith/platform';
import { encryptionOf, handshakeName, hostIn, type AskingOptions, type Encryption } from './encryption.ts';

/** One request; what is not named is as a browser without cookies would send it. */
export interface Question {
  readonly method?: string;
  /** With its query, from the root of the host. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer as it came. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** From the first byte sent to the last one read, in milliseconds; with the time to connect where that was needed. */
  readonly ms: number;
  /** When the answer came by the clock of this machine, in epoch milliseconds. */
  readonly at: number;
  /** null without TLS. */
  readonly encryption: Encryption | null;
}

/** A request without an answer. */
export interface Failed {
  readonly kind: 'failed';
  /** The reason of the failure, without what OpenSSL puts around it. */
  readonly why: string;
  /** Node's name of the error; empty where it has none. */
  readonly code: string;
}

/** The answer to a request, or why there was none. */
export type Reply = Answered | Failed;

/** Asks one host again and again. */
export interface Asker {
  readonly ask: (question: Question) => Promise<Reply>;
  readonly close: () => void;
}

/** How long an answer is waited for, in milliseconds. */
export const PATIENCE_MS = 10_000;
/** More than any answer of Kith has. */
const MAX_BYTES = 1_048_576;
/** So that whoever reads a log knows who came; Kith counts it among the bots. */
const USER_AGENT = 'kith-doctor/1.0 (bot; checks an endpoint of Kith)';

/** Asks over one connection. A certificate that nobody trusts is reported, and the rest is asked all the same. */
export const createAsker = (options: AskingOptions): Asker => {
  const isEncrypted = options.origin.protocol === 'https:';
  const agent = new (isEncrypted ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1 });
  const send = isEncrypted ? httpsRequest : httpRequest;
  return {
    ask: (question) =>
      new Promise((resolve) => {
        const begun = performance.now();
        const outgoing = send({ ...requestOptions(options, question), agent }, (incoming) => {
          read(incoming, begun).then(resolve, fail);
        });
        const fail = (error: unknown): void => resolve(failedBy(error));
        outgoing.on('error', fail);
        outgoing.end();
      }),
    close: () => agent.destroy(),
  };
};

/** A line of OpenSSL: number, library, function, reason, and the place in its source. */
const OPENSSL_REASON = /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/;

const failedBy = (error: unknown): Failed => {
  const { code = '' } = Object(error) as { readonly code?: unknown };
  const sentence = errorSentence(error);
  const [, reason] = OPENSSL_REASON.exec(sentence) ?? [];
  return { kind: 'failed', why: reason === undefined ? sentence : `TLS: ${reason}`, code: String(code) };
};

const requestOptions = ({ origin, connectTo, ca }: AskingOptions, question: Question): RequestOptions => ({
  host: connectTo?.host ?? hostIn(origin),
  port: connectTo?.port ?? origin.port,
  servername: handshakeName(origin),
  path: question.path,
  method: question.method ?? 'GET',
  headers: { host: origin.host, 'user-agent': USER_AGENT, ...question.headers },
  // What is wrong with the certificate is a finding of its own; nothing secret is sent.
  rejectUnauthorized: false,
  signal: AbortSignal.timeout(PATIENCE_MS),
  ...(ca === undefined ? {} : { ca: [...ca] }),
});

const read = async (incoming: IncomingMessage, begun: number): Promise<Answered> => {
  // The socket goes back to the agent when the answer has been read.
  const encryption = encryptionOf(incoming.socket);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('the answer is larger than any of Kith');
    chunks.push(chunk);
  }
  return {
    kind: 'answered',
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    text: Buffer.concat(chunks).toString('utf8'),
    ms: performance.now() - begun,
    at: Date.now(),
    encryption,
  };
};
