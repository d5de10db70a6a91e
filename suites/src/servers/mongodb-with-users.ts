import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Db } from 'mongodb';
import { startOwnMongodb } from '@kith/tools/servers';

/** A replica set in which nobody may do anything but what its roles say. */
export interface MongodbWithUsers {
  /** The database `admin`, as a user who may do everything. */
  readonly admin: Db;
  /** How a user reaches a database that it is registered in. */
  uriOf(database: string, user: string, password: string): string;
  /** What the server refused since it was last asked, each once: `kith: delete profiles`. */
  refusals(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

const ADMINISTRATOR = 'administrator';

/** Starts a replica set with one user: an administrator. */
export const startMongodbWithUsers = async (): Promise<MongodbWithUsers> => {
  const directory = await mkdtemp(join(tmpdir(), 'kith-mongodb-key-'));
  const keyFile = join(directory, 'key');
  await writeFile(keyFile, randomBytes(48).toString('base64'), { mode: 0o400 });
  const server = await startOwnMongodb(process.env, ['--auth', '--keyFile', keyFile]);
  const uriOf: MongodbWithUsers['uriOf'] = (database, user, password) =>
    server.uri.replace('//', `//${user}:${encodeURIComponent(password)}@`).replace('/?', `/${database}?`) +
    `&authSource=${database}`;
  await addAdministrator(server.uri);
  const client = await new MongoClient(uriOf('admin', ADMINISTRATOR, ADMINISTRATOR)).connect();
  const admin = client.db('admin');
  return {
    admin,
    uriOf,
    refusals: createRefusals(admin),
    async stop() {
      await client.close();
      await server.stop();
      await rm(directory, { recursive: true });
    },
  };
};

/** A server without users lets whoever sits on its own machine add the first one. */
const addAdministrator = async (uri: string): Promise<void> => {
  const client = new MongoClient(uri);
  try {
    const user = { createUser: ADMINISTRATOR, pwd: ADMINISTRATOR, roles: ['root'] };
    await client.db('admin').command(user);
  } finally {
    await client.close();
  }
};

/** "Checking authorization failed" */
const REFUSED = 20_436;

/** The adapters tell only that something was refused, the server's log what. */
const createRefusals = (admin: Db): MongodbWithUsers['refusals'] => {
  let seen: ReadonlySet<string> = new Set();
  return async () => {
    const { log } = (await admin.command({ getLog: 'global' })) as unknown as { log: readonly string[] };
    const fresh = log.filter((line) => !seen.has(line));
    seen = new Set(log);
    return [...new Set(fresh.flatMap(refusalIn))];
  };
};

const refusalIn = (line: string): readonly string[] => {
  const { id, attr } = JSON.parse(line) as { id: number; attr?: { error?: { errmsg?: string } } };
  if (id !== REFUSED) return [];
  const parts = /on (\S+) to execute command \{ (\w+): "?([^",]+)/.exec(attr?.error?.errmsg ?? '');
  return parts === null ? [line] : [`${parts[1]}: ${parts[2]} ${parts[3]}`];
};
