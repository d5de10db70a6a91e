import { ConfigurationError, deadlineIn } from '@kith/platform';
import { CREDENTIAL_LAYOUTS } from './credentials/credential-migrations.ts';
import { connect, type Connection, type ConnectionOptions } from './engine/connection.ts';
import { programsOf, readLayout } from './engine/layout-documents.ts';
import {
  createMigrator,
  outstandingFrom,
  strangersTo,
  type MigrateOptions,
  type RunningProgram,
} from './engine/migrate.ts';
import { latestVersion, type Layout, type Migration } from './engine/migration.ts';
import type { Layouts } from './engine/open-database.ts';
import { STORE_LAYOUTS } from './migrations/store-migrations.ts';

/** Whose database it is: the resolver's, or auth-token's. */
export type DatabaseOf = 'profiles' | 'credentials';

/** A step that is still to be done. */
export interface LayoutStep {
  readonly version: number;
  readonly name: string;
  /** What it does: `replace` needs programs of before stopped, `contract` waits for them, `expand` does neither. */
  readonly does: 'replace' | 'expand' | 'contract';
  /** Who would have to end first. */
  readonly waitsFor: readonly RunningProgram[];
}

/** How a database stands to the layouts that this release knows. */
export interface LayoutStatus extends Layout {
  readonly latest: number;
  /** Those whose registration holds. */
  readonly programs: readonly RunningProgram[];
}

/** Looks at the layouts of a database, and changes them. Each call throws `SchemaTooNew` or `Unavailable`. */
export interface MongodbLayouts {
  status(): Promise<LayoutStatus>;
  /** What leads to the latest layout, in its order. */
  plan(): Promise<readonly LayoutStep[]>;
  /** Does all of it, and waits for who is in the way, or answers false where it may not wait. */
  run(waits: boolean): Promise<boolean>;
  readonly close: () => Promise<void>;
}

const CALL_MS = 10_000;
const LAYOUTS: Readonly<Record<DatabaseOf, Layouts>> = {
  profiles: STORE_LAYOUTS,
  credentials: CREDENTIAL_LAYOUTS,
};
/** What each has since its first layout, and the other never. */
const MARKS: Readonly<Record<DatabaseOf, string>> = { profiles: 'events', credentials: 'users' };

/** Connects to a database to change its layout. Throws `ConfigurationError` where it is another one, `Unavailable`. */
export const openMongodbLayouts = async (
  of: DatabaseOf,
  options: ConnectionOptions & MigrateOptions,
): Promise<MongodbLayouts> => {
  const connection = await connect(options);
  try {
    await mustBe(connection, of);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const { migrations } = LAYOUTS[of];
  const migrator = createMigrator(connection, migrations, options);
  return {
    status: async () => ({
      ...(await migrator.layout()),
      latest: latestVersion(migrations),
      programs: await running(connection),
    }),
    plan: async () => planOf(connection, migrations, await migrator.layout()),
    async run(waits) {
      if (!waits && (await isReplacementAwaited(connection, migrations, await migrator.layout())))
        return false;
      await migrator.expand();
      return migrator.contract(waits);
    },
    close: connection.close,
  };
};

const mustBe = async (connection: Connection, of: DatabaseOf): Promise<void> => {
  const { database } = connection;
  if ((await readLayout(connection, deadlineIn(CALL_MS))).expanded === 0) return;
  const found = await connection.call(deadlineIn(CALL_MS), () =>
    database.listCollections({ name: MARKS[of] }, { nameOnly: true, authorizedCollections: true }).toArray(),
  );
  if (found.length === 0)
    throw new ConfigurationError([`MONGODB_URI: ${database.databaseName} is not the database of ${of}`]);
};

const running = (connection: Connection): Promise<readonly RunningProgram[]> =>
  connection.call(deadlineIn(CALL_MS), ({ maxTimeMS }) =>
    programsOf(connection.database)
      .find({ $expr: { $gt: ['$until', '$$NOW'] } }, { maxTimeMS })
      .sort({ app: 1, since: 1 })
      .toArray(),
  );

const planOf = async (
  connection: Connection,
  migrations: readonly Migration[],
  layout: Layout,
): Promise<readonly LayoutStep[]> => {
  const steps = migrations.toSorted((one, other) => one.version - other.version);
  const ahead = new Set(outstandingFrom(steps, layout).map(({ version }) => version));
  const plan: LayoutStep[] = [];
  for (const step of steps) {
    const { version, name } = step;
    const waitsFor = version > layout.contracted ? await strangersTo(connection, version) : [];
    if ('migrate' in step) {
      if (ahead.has(version)) plan.push({ version, name, does: 'replace', waitsFor });
      continue;
    }
    if (ahead.has(version)) plan.push({ version, name, does: 'expand', waitsFor: [] });
    if (version > layout.contracted) plan.push({ version, name, does: 'contract', waitsFor });
  }
  return plan;
};

const isReplacementAwaited = async (
  connection: Connection,
  migrations: readonly Migration[],
  layout: Layout,
): Promise<boolean> =>
  (await planOf(connection, migrations, layout)).some(
    ({ does, waitsFor }) => does === 'replace' && waitsFor.length > 0,
  );
