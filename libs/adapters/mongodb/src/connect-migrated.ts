import { deadlineIn } from '@kith/platform';
import type { ReadPreferenceMode } from 'mongodb';
import { connect, type Connection, type ConnectionOptions } from './engine/connection.ts';
import { isMigrated } from './engine/migrate.ts';
import { STORE_MIGRATIONS } from './migrations/store-migrations.ts';

const SCHEMA_MS = 1_500;

/** A connection to data that somebody else brings to their layout. */
export interface MigratedConnection {
  readonly connection: Connection;
  /** Whether a server answers now, and the data have the layout that this program knows. */
  readonly isReady: () => Promise<boolean>;
}

/**
 * Connects to the resolver's database, and makes nothing there. Throws `Unavailable` where no server answers,
 * `SchemaTooNew` where a newer program has been here.
 */
export const connectMigrated = async (
  options: ConnectionOptions,
  readPreference: ReadPreferenceMode,
): Promise<MigratedConnection> => {
  const connection = await connect(options, readPreference);
  const isCurrent = (): Promise<boolean> => isMigrated(connection, deadlineIn(SCHEMA_MS), STORE_MIGRATIONS);
  try {
    await isCurrent();
  } catch (error) {
    await connection.close();
    throw error;
  }
  return { connection, isReady: () => isCurrent().catch(() => false) };
};
