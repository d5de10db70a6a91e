import type { Connection } from './connection.ts';
import { createMigrator } from './migrate.ts';
import type { Migration } from './migration.ts';

/** Brings a database that no program has open to the layout that the migrations lead to. */
export const migrateWholly = async (
  connection: Connection,
  migrations: readonly Migration[],
): Promise<void> => {
  const migrator = createMigrator(connection, migrations);
  await migrator.expand();
  await migrator.contract(true);
};
