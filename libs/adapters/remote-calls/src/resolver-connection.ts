import { Agent, type RequestOptions } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import { formatSignature, SIGNATURE_HEADER, signedParts } from '@kith/contracts';
import { errorSentence, Overload, type Keyring } from '@kith/platform';
import { Unavailable } from '@kith/ports';

/** What reaches the resolver is made with. */
export interface ResolverConnectionDeps {
  /** `RESOLVER_URL`. */
  readonly url: string;
  /** Holds the secret `resolver`, which both sides share. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** The way to the resolver: kept connections, and the secret that requests on them are signed with. */
export interface ResolverConnection {
  readonly options: RequestOptions;
  /** The header that signs a body for a path, about now. */
  sign(path: string, body: string): Readonly<Record<string, string>>;
  close(): void;
}

/** Names the app in failures. */
export const APP = 'resolver';
/** The longest answer to a call, in bytes; a resolver that sends more is at fault. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** The most connections: requests beyond them wait for one. */
const MAX_SOCKETS = 256;

export const createResolverConnection = (deps: ResolverConnectionDeps): ResolverConnection => {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, scheduling: 'lifo' });
  const address = urlToHttpOptions(new URL(deps.url));
  const { keyring, clock } = deps;
  return {
    options: { ...address, agent },
    sign: (path, body) => {
      const at = clock();
      const mac = keyring.mac('resolver', ...signedParts({ at, path, body }));
      return { [SIGNATURE_HEADER]: formatSignature(at, mac) };
    },
    close: () => agent.destroy(),
  };
};

/** A status other than 200, and what the resolver says with it. */
export interface Refusal {
  readonly status: number;
  readonly code?: string | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

/** What a refusal comes to: 503 is `Overload`, as the resolver said it, any other is `Unavailable`. */
export const refused = ({ status, code, retryAfter = 1 }: Refusal): Error => {
  if (status === 503) return new Overload(retryAfter);
  return new Unavailable(APP, `answered with status ${status}`, code === undefined ? {} : { code });
};

/** A connection that was not made, or broke off. */
export const unreachable = (cause: unknown): Unavailable =>
  new Unavailable(APP, errorSentence(cause), { cause });
