import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findExecutable, isExecutable } from '../process/find-executable.ts';
import { freePorts, LOOPBACK } from '@kith/testing/free-ports';
import { startReplicaSet, stepDown } from './mongodb-replica-set.ts';
import { given } from './given.ts';
import { startOwnServer } from './own-server.ts';
import { givenServer, refuse, type RunningServer } from './running-server.ts';
import { ServerMissing } from './server-missing.ts';
import { serversDirectory } from './servers-directory.ts';

/** A MongoDB that tests can hurt. */
export interface MongodbServer extends RunningServer {
  /** Makes the primary step down, under whatever load there is. */
  stepDown(): Promise<void>;
}

const REPLICA_SET = 'kith';

/** The replica set that `MONGODB_URI` names, else one of its own. */
export const startMongodb = async (environment: NodeJS.ProcessEnv = process.env): Promise<MongodbServer> => {
  const uri = given(environment, 'MONGODB_URI');
  return uri === undefined
    ? startOwnMongodb(environment)
    : { ...givenServer(uri), stepDown: async () => refuse() };
};

/**
 * A replica set of one member on a free port with temporary data, its member the primary; after `restart` it is that
 * again. The program is `MONGOD_PATH`, the `mongod` on the path, or the one in `KITH_SERVERS_DIR/mongodb`.
 */
export const startOwnMongodb = async (
  environment: NodeJS.ProcessEnv = process.env,
  settings: readonly string[] = [],
): Promise<MongodbServer> => {
  const command = findMongod(environment);
  const directory = await mkdtemp(join(tmpdir(), 'kith-mongodb-'));
  const [port = 0] = await freePorts(1);
  const place = { host: `${LOOPBACK}:${port}`, name: REPLICA_SET };
  const server = await startOwnServer({
    uri: `mongodb://${place.host}/?replicaSet=${place.name}`,
    directory,
    command: {
      name: 'MongoDB',
      command,
      args: [...mongodArguments(directory, port), ...settings],
      readyLine: /"Waiting for connections"/,
      startMs: 60_000,
    },
  });
  await startReplicaSet(place).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return {
    ...server,
    stepDown: () => stepDown(place),
    async restart() {
      await server.restart();
      await startReplicaSet(place);
    },
  };
};

/** The path of the program; throws `ServerMissing` where there is none. */
export const findMongod = (environment: NodeJS.ProcessEnv = process.env): string => {
  const named = given(environment, 'MONGOD_PATH');
  if (named !== undefined) {
    if (isExecutable(named)) return named;
    throw missing(`MONGOD_PATH names ${named}, which is no program`);
  }
  const installed = join(serversDirectory(environment), 'mongodb', 'bin', 'mongod');
  const found =
    findExecutable(['mongod'], environment['PATH']) ?? (isExecutable(installed) ? installed : null);
  if (found !== null) return found;
  throw missing(`there is no mongod on the path nor at ${installed}, and MONGODB_URI names none`);
};

const mongodArguments = (directory: string, port: number): readonly string[] => [
  ...['--replSet', REPLICA_SET, '--bind_ip', LOOPBACK, '--port', String(port), '--dbpath', directory],
  ...['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '256', '--nounixsocket', '--quiet'],
  ...parameter('diagnosticDataCollectionEnabled', false),
  // What a killed client has locked is free again after that; the server's own minute would be a long outage.
  ...parameter('transactionLifetimeLimitSeconds', 5),
];

const parameter = (name: string, value: number | boolean): readonly string[] => [
  '--setParameter',
  `${name}=${value}`,
];

const missing = (why: string): ServerMissing => new ServerMissing('MongoDB', why, '.ci/install-mongodb');

/** The same servers, with another database in the path. */
export const databaseUri = (uri: string, database: string): string =>
  uri.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/, `$1/${database}$2`);
