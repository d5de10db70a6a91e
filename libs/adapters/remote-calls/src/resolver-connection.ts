import { Agent, type RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { formatSignature, SIGNATURE_HEADER, signedParts } from '@kith/contracts';
import { errorSentence, Overload, steadyClock, type Keyring } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import { followAddresses, lookUpByName, type LookUp } from './addresses.ts';
import { createReplicas, type Replica } from './replicas.ts';

/** What reaches the resolver is made with. */
export interface ResolverConnectionDeps {
  /** `RESOLVER_URL`: each leads to one address or, by its name, to several. */
  readonly urls: readonly string[];
  /** Holds the secret `resolver`, which both sides share. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** The system's, unless told otherwise. */
  readonly lookUp?: LookUp;
}

/** The way to the resolver: kept connections to its replicas, and the secret that requests on them are signed with. */
export interface ResolverConnection {
  /** How many replicas are known now. */
  replicas(): number;
  /** Whom to ask next; another one than `avoided` if there is another. Rejects where nobody is known. */
  replica(avoided?: Replica): Promise<Replica>;
  optionsOf(replica: Replica): RequestOptions;
  /** The header that signs a body for a path, about now. */
  sign(path: string, body: string): Readonly<Record<string, string>>;
  close(): void;
}

/** Names the app in failures. */
export const APP = 'resolver';
/** The longest answer to a call, in bytes; a resolver that sends more is at fault. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** The most connections to a replica: requests beyond them wait for one. */
const MAX_SOCKETS = 256;
/** How long connections serve, in milliseconds: an address may stand for several, and newcomers among them get their share. */
const MAX_AGE_MS = 60_000;
/** After so long without a request they end here, before they do at the other end. */
const MAX_IDLE_MS = 30_000;

/** Ends connections between two requests when they are old. */
class AgeingAgent extends Agent {
  readonly #firstKeptAt = new WeakMap<Duplex, number>();

  override keepSocketAlive(socket: Duplex): boolean {
    const now = steadyClock();
    const since = this.#firstKeptAt.get(socket) ?? now;
    this.#firstKeptAt.set(socket, since);
    const keep: (socket: Duplex) => unknown = super.keepSocketAlive.bind(this);
    return now - since < MAX_AGE_MS && keep(socket) === true;
  }
}

export const createResolverConnection = (deps: ResolverConnectionDeps): ResolverConnection => {
  const { urls, keyring, clock, lookUp = lookUpByName } = deps;
  const agent = new AgeingAgent({
    keepAlive: true,
    maxSockets: MAX_SOCKETS,
    scheduling: 'lifo',
    timeout: MAX_IDLE_MS,
  });
  const replicas = createReplicas(steadyClock);
  const addresses = followAddresses({ urls, lookUp, onFound: replicas.set });
  return {
    replicas: () => replicas.count,
    replica: async (avoided) => {
      if (replicas.count === 0) await addresses.find();
      const replica = replicas.next(avoided);
      if (replica === null) throw new Error('no address is known');
      return replica;
    },
    optionsOf: ({ address: { host, port } }) => ({ host, port, agent }),
    sign: (path, body) => {
      const at = clock();
      const mac = keyring.mac('resolver', ...signedParts({ at, path, body }));
      return { [SIGNATURE_HEADER]: formatSignature(at, mac) };
    },
    close: () => {
      addresses.close();
      agent.destroy();
    },
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
