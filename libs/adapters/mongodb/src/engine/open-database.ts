import { pause, startWakeableLoop } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import type { ReadPreferenceMode } from 'mongodb';
import { DEPENDENCY } from './as-unavailable.ts';
import { noLongerThanACall } from './bounded.ts';
import { connect, type Connection, type ConnectionOptions } from './connection.ts';
import { createMigrator, type MigrateOptions, type Migrator } from './migrate.ts';
import { latestVersion, type LayoutRange, type Migration } from './migration.ts';
import { register, type Registration, type RegistrationOptions } from './registration.ts';

const CONTRACT_EVERY_MS = 30_000;
const LOOK_EVERY_MS = 1_000;
const STOP_MS = 1_000;

/** How a program comes to the layout that it works in; what is left out has its default. */
export interface LayoutOptions extends RegistrationOptions, MigrateOptions {
  /** The way to the present layout; only tests have another one. */
  readonly migrations?: readonly Migration[];
  /** Whether the program brings the layout itself, as it does by default, or waits until somebody else has. */
  readonly isMigrating?: boolean | undefined;
  /** Whether the program need not wait any longer: somebody asked it to stop. */
  readonly isAskedToStop?: (() => boolean) | undefined;
}

/** The layouts of a database. */
export interface Layouts {
  readonly migrations: readonly Migration[];
  /** The lowest layout that programs of this release can work in. */
  readonly minLayout: number;
}

/**
 * Connects to a database, brings it to the present layout or waits until it is there, and registers. Throws `Unavailable`
 * where no primary answers, `SchemaTooNew` where a newer program has been here.
 */
export const openDatabase = async (
  options: ConnectionOptions & LayoutOptions,
  layouts: Layouts,
): Promise<Connection> => {
  const connection = await connect(options);
  try {
    const migrations = options.migrations ?? layouts.migrations;
    const migrator = createMigrator(connection, migrations, options);
    const isMigrating = options.isMigrating ?? true;
    if (isMigrating) await migrator.expand();
    const registration = await registerFor(connection, options, { ...layouts, migrations });
    const fenced = fencedBy(connection, registration);
    if (isMigrating) return await contractingBeside(fenced, migrator);
    await untilFit(fenced, registration, options);
    return fenced;
  } catch (error) {
    await connection.close();
    throw error;
  }
};

/** The same for who only reads, or makes nothing: it is registered, and refused until the layout is there. */
export const openMigrated = async (
  options: ConnectionOptions & RegistrationOptions,
  layouts: Layouts,
  readPreference: ReadPreferenceMode,
): Promise<Connection> => {
  const connection = await connect(options, readPreference);
  try {
    return fencedBy(connection, await registerFor(connection, options, layouts));
  } catch (error) {
    await connection.close();
    throw error;
  }
};

const registerFor = (
  connection: Connection,
  options: ConnectionOptions & RegistrationOptions,
  layouts: Layouts,
): Promise<Registration> =>
  register(connection, { app: options.appName ?? 'kith', ...rangeOf(layouts) }, options);

const rangeOf = ({ migrations, minLayout }: Layouts): LayoutRange => {
  const knows = latestVersion(migrations);
  return { needs: Math.min(minLayout, knows), knows };
};

/** Where a program of before still runs, what only it needs is removed later: by whoever is there when it has gone. */
const contractingBeside = async (connection: Connection, migrator: Migrator): Promise<Connection> => {
  if (await migrator.contract(false)) return connection;
  const turn = async (): Promise<number> => ((await migrator.contract(false)) ? Infinity : CONTRACT_EVERY_MS);
  const loop = startWakeableLoop({
    firstRestMs: CONTRACT_EVERY_MS,
    turn,
    onFailure: () => CONTRACT_EVERY_MS,
  });
  return {
    ...connection,
    async close() {
      await Promise.race([loop.stop(), pause(STOP_MS)]);
      await connection.close();
    },
  };
};

const untilFit = async (
  connection: Connection,
  registration: Registration,
  { isAskedToStop = () => false }: LayoutOptions,
): Promise<void> => {
  while (registration.isBeforeLayout()) {
    if (isAskedToStop()) {
      await connection.close();
      throw new Unavailable(DEPENDENCY, 'it was asked to stop before the layout of the data was there');
    }
    await pause(LOOK_EVERY_MS);
    await registration.look();
  }
};

/**
 * A connection that lets calls through while the registration holds. Each looks before it is sent, costs no command,
 * and ends within `MAX_CALL_MS`: a migration waits that much longer than a registration has held. Closing it ends the
 * registration.
 */
const fencedBy = (connection: Connection, registration: Registration): Connection => {
  let underWay = 0;
  const mustBeRegistered = (): void => {
    const why = registration.refusal();
    if (why !== null) throw new Unavailable(DEPENDENCY, why);
  };
  return {
    ...connection,
    mustBeRegistered,
    async call(deadline, run) {
      mustBeRegistered();
      underWay += 1;
      try {
        return await connection.call(noLongerThanACall(deadline), run);
      } finally {
        underWay -= 1;
      }
    },
    async isReady() {
      if (registration.refusal() !== null) await registration.look().catch(() => undefined);
      return registration.refusal() === null && (await connection.isReady());
    },
    async close() {
      await registration.leave(underWay === 0);
      await connection.close();
    },
  };
};
