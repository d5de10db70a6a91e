import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, type RootDatabase } from 'lmdb';
import { NO_DEADLINE } from '@kith/platform';
import { Unavailable, type Deadline } from '@kith/ports';
import { openJson } from './collection.ts';
import { makeDirectory, mustHoldData } from './data-directory.ts';
import { claimDirectory, mustNotBeHeld, releaseDirectory } from './directory-holder.ts';
import { createGroupCommit } from './group-commit.ts';
import { applyMigration, outstandingMigrations, type Migration } from './migration.ts';
import { mustNotBePast, withinDeadline } from './within-deadline.ts';

/** One LMDB environment, held by this process alone. */
export interface Environment {
  readonly root: RootDatabase;
  /** Reads of one moment: `look` is synchronous, and all of its reads share one read transaction. */
  read<T>(deadline: Deadline, look: () => T): Promise<T>;
  /**
   * Runs `change` in a write transaction; what throws leaves no trace. Concurrent calls share one commit, which is
   * synced to disk before any of them returns. `committed` is called also where the caller's deadline has
   * passed by then.
   */
  write<T>(deadline: Deadline, change: () => T, committed?: (result: T) => void): Promise<T>;
  close(): Promise<void>;
}

/** What is to be there before an environment is opened. */
export interface EnvironmentOptions {
  /** Opens what is there and makes nothing new; throws `NoData` where there is nothing. */
  readonly mustExist?: boolean | undefined;
}

/** Opens or creates; throws `DirectoryInUse` or `SchemaTooNew`. A process opens a directory once. */
export const openEnvironment = async (
  directory: string,
  migrations: readonly Migration[],
  { mustExist = false }: EnvironmentOptions = {},
): Promise<Environment> => {
  if (mustExist) mustHoldData(directory);
  else makeDirectory(directory);
  const root = openRoot(directory);
  try {
    root.transactionSync(() => claimDirectory(directory));
  } catch (error) {
    await root.close();
    throw error;
  }
  const close = (): Promise<void> => root.close().then(() => releaseDirectory(directory));
  try {
    migrateInOrder(root, directory, migrations);
  } catch (error) {
    await close();
    throw error;
  }
  return environmentOf(root, close);
};

// Without overlapping syncs a commit is on the disk (fdatasync, then the meta page by O_DSYNC) before its
// promise is fulfilled: an acknowledged write survives the loss of power. Batching by turns of the event loop would
// add a promise that nobody can listen to, and that ends the process when a full disk refuses a commit.
const openRoot = (directory: string): RootDatabase => {
  // LMDB cannot be opened a second time by a process that is just writing: ask before it is touched.
  mustNotBeHeld(directory);
  const root = open(directory, {
    overlappingSync: false,
    eventTurnBatching: false,
    maxDbs: 64,
    noSubdir: false,
  });
  syncDirectory(directory);
  return root;
};

/** A new file is safe only when the directory that names it is. */
const syncDirectory = (directory: string): void => {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

const migrateInOrder = (root: RootDatabase, directory: string, migrations: readonly Migration[]): void => {
  const meta = openJson<unknown>(root, 'meta');
  for (const migration of outstandingMigrations(meta, directory, migrations)) {
    const isReached = (): boolean => root.transactionSync(() => applyMigration(root, meta, migration));
    while (!isReached());
  }
};

const environmentOf = (root: RootDatabase, close: () => Promise<void>): Environment => {
  const commits = createGroupCommit(root);
  let closing: Promise<void> | null = null;
  const mustBeOpen = (): void => {
    if (closing !== null) throw new Unavailable('store', 'it is closed');
  };
  return {
    root,
    async read(deadline, look) {
      mustBeOpen();
      mustNotBePast(deadline);
      return look();
    },
    async write(deadline, change, committed) {
      mustBeOpen();
      mustNotBePast(deadline);
      const written = commits.write(deadline, change);
      return withinDeadline(deadline, committed === undefined ? written : told(written, committed));
    },
    // What waits for its transaction comes before the end.
    close: () => (closing ??= commits.write(NO_DEADLINE, () => undefined).then(close, close)),
  };
};

const told = async <T>(written: Promise<T>, committed: (result: T) => void): Promise<T> => {
  const result = await written;
  committed(result);
  return result;
};
