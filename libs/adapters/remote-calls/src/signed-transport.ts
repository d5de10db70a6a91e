import { Agent } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import { DEADLINE_HEADER, formatSignature, SIGNATURE_HEADER, signedParts } from '@kith/contracts';
import { errorSentence, Overload, type Keyring } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import { postJson } from './post-json.ts';
import { readProblem } from './read-problem.ts';
import type { PostedCall, Transport } from './transport.ts';

/** What carries signed calls is made with. */
export interface SignedTransportDeps {
  /** `RESOLVER_URL`. */
  readonly url: string;
  /** Holds the secret `resolver`, which both sides share. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly maxSockets?: number;
}

/** Carries signed calls to the resolver over kept connections. */
export interface SignedTransport extends Transport {
  close(): void;
}

/** The most connections, and with them the most calls that do not wait for one. */
export const MAX_SOCKETS = 256;
/** The longest answer, in bytes; a resolver that sends more is at fault. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

const APP = 'resolver';

/**
 * Makes the transport. A call ends with its deadline at the latest; no answer in time, a broken connection and any
 * status but 200 become `Unavailable`, but 503 becomes `Overload`, as the resolver said it.
 */
export const createSignedTransport = (deps: SignedTransportDeps): SignedTransport => {
  const maxSockets = deps.maxSockets ?? MAX_SOCKETS;
  const agent = new Agent({ keepAlive: true, maxSockets, scheduling: 'lifo' });
  const address = urlToHttpOptions(new URL(deps.url));
  return {
    app: APP,
    post: async (call) => {
      const options = { ...address, agent, headers: signedHeaders(deps, call) };
      const { status, headers, text } = await postJson(call, options, MAX_ANSWER_BYTES).catch(unavailable);
      if (status === 200) return text;
      if (status === 503) throw new Overload(Number(headers['retry-after'] ?? 1));
      const { code } = readProblem(text);
      throw new Unavailable(APP, `answered with status ${status}`, code === undefined ? {} : { code });
    },
    close: () => agent.destroy(),
  };
};

const unavailable = (cause: unknown): never => {
  throw new Unavailable(APP, errorSentence(cause), { cause });
};

const signedHeaders = ({ keyring, clock }: SignedTransportDeps, { path, body, deadline }: PostedCall) => {
  const at = clock();
  return {
    [DEADLINE_HEADER]: Math.floor(deadline.remainingMs()),
    [SIGNATURE_HEADER]: formatSignature(at, keyring.mac('resolver', ...signedParts({ at, path, body }))),
  };
};
