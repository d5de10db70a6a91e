import {
  ConfigurationError,
  createBackOff,
  deadlineIn,
  UNCOUNTED_CALLS,
  within,
  type CallMetrics,
  type ConnectionCounts,
} from '@kith/platform';
import { Unavailable, type Deadline } from '@kith/ports';
import {
  MongoClient,
  MongoError,
  type ClientSession,
  type Db,
  type MongoClientOptions,
  type ReadPreferenceMode,
} from 'mongodb';
import { asUnavailable, DEPENDENCY } from './as-unavailable.ts';
import { bounded, type Bounds } from './bounded.ts';
import { countConnections } from './count-connections.ts';

/** The pauses between tries, left to chance by half, so that those who raced do not meet again. */
export const retryBackOff = createBackOff({ firstMs: 4, maxMs: 100, jitter: 0.5, random: Math.random });

export interface ConnectionOptions {
  /** The connection string of a replica set or a sharded cluster; transactions need one. */
  readonly uri: string;
  /** The one in the path of the URI where it is left out. */
  readonly database?: string;
  /** Names this process in the server's logs. */
  readonly appName?: string;
  /** Hears of every call. */
  readonly calls?: CallMetrics;
  /** Told once, when there is a pool, how to ask it for its connections. */
  readonly onPool?: (counts: () => ConnectionCounts) => void;
}

/** A database and the pool of connections to its servers. */
export interface Connection {
  readonly database: Db;
  /** Runs a call until the deadline; throws `Unavailable` where there is no answer until then. */
  call<T>(deadline: Deadline, run: (bounds: Bounds) => Promise<T>): Promise<T>;
  startSession(): ClientSession;
  /** Throws `Unavailable` where the program must not use the database any more; asked before each command of a call. */
  mustBeRegistered(): void;
  /** Whether a server answers now that can serve calls. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

/** How long is waited for what, in milliseconds, where the URI does not say it. */
const WAITS = {
  serverSelectionTimeoutMS: 10_000,
  waitQueueTimeoutMS: 10_000,
  // A server that hangs is noticed after the sum of the two; then calls go to another one.
  connectTimeoutMS: 3_000,
  heartbeatFrequencyMS: 2_000,
} satisfies MongoClientOptions;
const READY_MS = 1_500;
const CLOSE_MS = 3_000;

/**
 * Connects; throws `Unavailable` where no server answers for `serverSelectionTimeoutMS`, `ConfigurationError` where the URI cannot be
 * used. Afterwards every outage is got over.
 */
export const connect = async (
  options: ConnectionOptions,
  readPreference: ReadPreferenceMode = 'primary',
): Promise<Connection> => {
  const name = options.database ?? databaseInPath(options.uri);
  const client = clientOf(options.uri, clientOptions(options, readPreference));
  options.onPool?.(countConnections(client));
  try {
    await client.connect();
  } catch (error) {
    await client.close();
    // What is no failure of a server is one of a file or a name that the URI leads to.
    throw error instanceof MongoError ? asUnavailable(error) : unusable((error as Error).message);
  }
  return connectionOf(client, name, options.calls);
};

/** The driver's own sentence may repeat what stands in the place of user and password. */
const clientOf = (uri: string, options: MongoClientOptions): MongoClient => {
  try {
    return new MongoClient(uri, options);
  } catch {
    throw unusable(
      'is no connection string; in user and password @ : / ? % and the like are written as %40 and so on',
    );
  }
};

const unusable = (why: string): ConfigurationError => new ConfigurationError([`MONGODB_URI: ${why}`]);

/** A connection on a client that is there; closing it closes the client. */
export const connectionOf = (
  client: MongoClient,
  name: string,
  calls: CallMetrics = UNCOUNTED_CALLS,
): Connection => {
  const database = client.db(name);
  let closing: Promise<void> | null = null;
  const call: Connection['call'] = (deadline, run) =>
    closing === null
      ? bounded(deadline, run, calls)
      : Promise.reject(new Unavailable(DEPENDENCY, 'the store is closed'));
  return {
    database,
    call,
    mustBeRegistered: () => undefined,
    startSession: () => client.startSession(),
    isReady: () =>
      call(deadlineIn(READY_MS), ({ signal }) => database.command({ ping: 1 }, { signal })).then(
        () => true,
        () => false,
      ),
    close: () => (closing ??= closeInTime(client)),
  };
};

/** A server that does not answer is not waited for: what the driver still wants to tell it ends by itself. */
const closeInTime = (client: MongoClient): Promise<void> =>
  within(deadlineIn(CLOSE_MS), 'closing', client.close()).catch(() => undefined);

/** What correctness needs stands here; sizes of pools, TLS and credentials are the URI's, and waits where it names them. */
const clientOptions = (
  { uri, appName = 'kith' }: ConnectionOptions,
  readPreference: ReadPreferenceMode,
): MongoClientOptions => ({
  appName,
  readPreference,
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority' },
  retryReads: true,
  retryWrites: true,
  ...waitsBeside(uri),
});

/** The driver takes the names of a URI's options in any case. */
const waitsBeside = (uri: string): MongoClientOptions => {
  const options = new URLSearchParams(uri.slice(uri.indexOf('?') + 1));
  const named = new Set([...options.keys()].map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(WAITS).filter(([name]) => !named.has(name.toLowerCase())));
};

const databaseInPath = (uri: string): string => {
  const path = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(uri)?.[1];
  if (path === undefined) throw unusable('names no database in its path');
  return decodeURIComponent(path);
};
