import type { RootDatabase } from 'lmdb';
import type { Collection } from './collection.ts';

const SCHEMA_VERSION = ['schemaVersion'];

/** One step from a layout of the data to the next; all of it happens in one transaction, or nothing. */
export interface Migration {
  /** 1, 2, 3 and so on, without gaps. */
  readonly version: number;
  readonly name: string;
  migrate(root: RootDatabase): void;
}

/** The data was written by a newer program, whose layout this one does not know. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';

  constructor(directory: string, found: number, known: number) {
    super(
      `the data in ${directory} has schema version ${found}, but this program knows versions up to ${known}; ` +
        'start the newer program, or restore a backup that is older',
    );
  }
}

/** The migrations that the data still needs, in order. Throws `SchemaTooNew`. */
export const outstandingMigrations = (
  meta: Collection<unknown>,
  directory: string,
  migrations: readonly Migration[],
): readonly Migration[] => {
  const found = Number(meta.get(SCHEMA_VERSION) ?? 0);
  const known = Math.max(0, ...migrations.map((migration) => migration.version));
  if (found > known) throw new SchemaTooNew(directory, found, known);
  return migrations
    .filter((migration) => migration.version > found)
    .toSorted((a, b) => a.version - b.version);
};

/** Brings the data one version further; to be called in a write transaction. */
export const applyMigration = (root: RootDatabase, meta: Collection<unknown>, migration: Migration): void => {
  migration.migrate(root);
  meta.put(SCHEMA_VERSION, migration.version);
};
