import type { RootDatabase } from 'lmdb';
import type { Collection } from './collection.ts';
import type { StoreKey } from './keys.ts';

const SCHEMA_VERSION = ['schemaVersion'];
/** How far the migration to the next version has come, where it is made of parts. */
const MIGRATED_BEHIND = ['migratedBehind'];

interface Step {
  /** 1, 2, 3 and so on, without gaps. */
  readonly version: number;
  readonly name: string;
}

/** All of it happens in one transaction, or nothing. */
interface WholeMigration extends Step {
  migrate(root: RootDatabase): void;
}

/** For what grows with the data: each part is a transaction of its own, and a start after one that was cut off goes on. */
interface PartedMigration extends Step {
  /** Begins behind what the part before it answered, null for the first; null is the end. */
  migratePart(root: RootDatabase, behind: StoreKey | null): StoreKey | null;
}

/** One step from a layout of the data to the next. */
export type Migration = WholeMigration | PartedMigration;

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

/** Brings the data further, and says whether they have reached the version; to be called in a write transaction. */
export const applyMigration = (
  root: RootDatabase,
  meta: Collection<unknown>,
  migration: Migration,
): boolean => {
  const behind = 'migrate' in migration ? migrateWhole(root, migration) : migratePart(root, meta, migration);
  if (behind === null) {
    meta.remove(MIGRATED_BEHIND);
    meta.put(SCHEMA_VERSION, migration.version);
  } else {
    meta.put(MIGRATED_BEHIND, behind);
  }
  return behind === null;
};

const migrateWhole = (root: RootDatabase, migration: WholeMigration): null => {
  migration.migrate(root);
  return null;
};

const migratePart = (
  root: RootDatabase,
  meta: Collection<unknown>,
  migration: PartedMigration,
): StoreKey | null =>
  migration.migratePart(root, (meta.get(MIGRATED_BEHIND) as StoreKey | undefined) ?? null);
