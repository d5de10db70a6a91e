import { randomUUID } from 'node:crypto';
import { Unavailable, type Deadline } from '@kith/ports';
import type { Db } from 'mongodb';
import { retryBackOff, type Connection } from './connection.ts';
import {
  latestVersion,
  SchemaTooNew,
  type Migration,
  type MigrationProgress,
  type TellProgress,
} from './migration.ts';
import { NO_DEADLINE, pause } from '@kith/platform';

/** The one document of `schema`: the layout of the data, and who is changing it. */
interface SchemaDocument {
  readonly _id: 'schema';
  readonly version: number;
  readonly lockedBy?: string;
  readonly lockedUntil?: Date;
}

const SCHEMA = 'schema';
const LEASE_MS = 60_000;
const TELL_EVERY_MS = 5_000;

/** Told, every few seconds, how far a migration is that takes long. */
export type OnProgress = (progress: MigrationProgress) => void;

/**
 * Brings the data to the latest version. Of processes that start together one does it, and the others wait for it; a
 * lock that its holder left behind is taken over after a minute. Throws `SchemaTooNew`.
 */
export const migrate = async (
  connection: Connection,
  migrations: readonly Migration[],
  onProgress: OnProgress = () => undefined,
): Promise<void> => {
  const [latest, me] = [latestVersion(migrations), randomUUID()];
  for (let failures = 1; (await checkedVersion(connection, NO_DEADLINE, latest)) < latest; failures += 1) {
    if (await connection.call(NO_DEADLINE, () => takeLock(connection.database, me))) {
      await migrateLocked(connection, migrations, { me, onProgress });
    } else {
      await pause(retryBackOff(failures));
    }
  }
};

/** Whether the data have the layout that the migrations lead to. Throws `SchemaTooNew`. */
export const isMigrated = async (
  connection: Connection,
  deadline: Deadline,
  migrations: readonly Migration[],
): Promise<boolean> => {
  const latest = latestVersion(migrations);
  return (await checkedVersion(connection, deadline, latest)) === latest;
};

const checkedVersion = async (
  connection: Connection,
  deadline: Deadline,
  latest: number,
): Promise<number> => {
  const document = await connection.call(deadline, (bounds) =>
    schemaOf(connection.database).findOne({ _id: SCHEMA }, bounds),
  );
  const found = document?.version ?? 0;
  if (found > latest) throw new SchemaTooNew(connection.database.databaseName, found, latest);
  return found;
};

const migrateLocked = async (
  connection: Connection,
  migrations: readonly Migration[],
  { me, onProgress }: { readonly me: string; readonly onProgress: OnProgress },
): Promise<void> => {
  const { database } = connection;
  const renewal = setInterval(() => void takeLock(database, me).catch(() => false), LEASE_MS / 3);
  try {
    const found = await checkedVersion(connection, NO_DEADLINE, latestVersion(migrations));
    for (const migration of outstandingFrom(migrations, found)) {
      const tell = tellSparsely(migration, onProgress);
      await connection.call(NO_DEADLINE, () => migration.migrate(database, tell));
      await connection.call(NO_DEADLINE, () => setVersion(database, migration.version, me));
    }
  } finally {
    clearInterval(renewal);
    await connection.call(NO_DEADLINE, () => releaseLock(database, me));
  }
};

/** What leads on from a version; where nothing was stored, the latest beginning stands for everything before it. */
const outstandingFrom = (migrations: readonly Migration[], found: number): readonly Migration[] => {
  const inOrder = migrations
    .filter(({ version }) => version > found)
    .toSorted((a, b) => a.version - b.version);
  const beginning = found === 0 ? inOrder.findLastIndex(({ begin }) => begin !== undefined) : -1;
  return inOrder.slice(Math.max(0, beginning)).map((migration, index) => {
    const { begin } = migration;
    return beginning >= 0 && index === 0 && begin !== undefined
      ? { ...migration, migrate: begin }
      : migration;
  });
};

/** The first time, the last time, and every few seconds between. */
const tellSparsely = ({ version, name }: Migration, onProgress: OnProgress): TellProgress => {
  let quietUntil = 0;
  return (done, of) => {
    if (done < of && performance.now() < quietUntil) return;
    quietUntil = performance.now() + TELL_EVERY_MS;
    onProgress({ version, name, done, of });
  };
};

const schemaOf = (database: Db) => database.collection<SchemaDocument>(SCHEMA);

/** By the server's clock. */
const takeLock = async (database: Db, me: string): Promise<boolean> => {
  await schemaOf(database).updateOne({ _id: SCHEMA }, { $setOnInsert: { version: 0 } }, { upsert: true });
  const isFree = { $lt: [{ $ifNull: ['$lockedUntil', new Date(0)] }, '$$NOW'] };
  const { matchedCount } = await schemaOf(database).updateOne(
    { _id: SCHEMA, $expr: { $or: [{ $eq: ['$lockedBy', me] }, isFree] } },
    [{ $set: { lockedBy: me, lockedUntil: { $add: ['$$NOW', LEASE_MS] } } }],
  );
  return matchedCount === 1;
};

const setVersion = async (database: Db, version: number, me: string): Promise<void> => {
  const filter = { _id: SCHEMA, lockedBy: me } as const;
  const { matchedCount } = await schemaOf(database).updateOne(filter, { $set: { version } });
  if (matchedCount !== 1) throw new Unavailable('mongodb', 'another process took over the migration');
};

const releaseLock = async (database: Db, me: string): Promise<void> => {
  const filter = { _id: SCHEMA, lockedBy: me } as const;
  await schemaOf(database).updateOne(filter, { $unset: { lockedBy: '', lockedUntil: '' } });
};
