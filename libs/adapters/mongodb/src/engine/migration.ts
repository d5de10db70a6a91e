import { MongoServerError, type Db, type IndexDescription } from 'mongodb';

/** One step from a layout of the data to the next. It may run twice, or be cut off: it must come to the same. */
export interface Migration {
  /** 1, 2, 3 and so on, without gaps. */
  readonly version: number;
  readonly name: string;
  migrate(database: Db, tell: TellProgress): Promise<void>;
  /** Makes the layout of this version at once where nothing was stored before. */
  readonly begin?: (database: Db) => Promise<void>;
}

/** Told how many documents of how many are done. */
export type TellProgress = (done: number, of: number) => void;

/** How far a migration is. */
export interface MigrationProgress {
  readonly version: number;
  readonly name: string;
  readonly done: number;
  readonly of: number;
}

/** The data was written by a newer program, whose layout this one does not know. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';

  constructor(database: string, found: number, known: number) {
    super(
      `the data in the database ${database} have schema version ${found}, but this program knows versions up to ` +
        `${known}; start the newer program, or restore a backup that is older`,
    );
  }
}

/** The highest version that the migrations lead to. */
export const latestVersion = (migrations: readonly Migration[]): number =>
  Math.max(0, ...migrations.map(({ version }) => version));

const NAMESPACE_EXISTS = 48;
const INDEX_NOT_FOUND = 27;
const NAMESPACE_NOT_FOUND = 26;

/** Makes a collection, unless it is there, and its indexes. */
export const makeCollection = async (
  database: Db,
  name: string,
  indexes: readonly IndexDescription[] = [],
): Promise<void> => {
  await database.createCollection(name).catch((error: unknown) => {
    if (!(error instanceof MongoServerError) || error.code !== NAMESPACE_EXISTS) throw error;
  });
  if (indexes.length > 0) await database.collection(name).createIndexes([...indexes]);
};

/** Removes an index whose work another one does, unless it is gone. */
export const dropIndex = async (database: Db, name: string, index: string): Promise<void> => {
  await database
    .collection(name)
    .dropIndex(index)
    .catch((error: unknown) => {
      if (!(error instanceof MongoServerError) || error.code !== INDEX_NOT_FOUND) throw error;
    });
};

/** Removes a collection, unless it is gone. */
export const removeCollection = async (database: Db, name: string): Promise<void> => {
  await database
    .collection(name)
    .drop()
    .catch((error: unknown) => {
      if (!(error instanceof MongoServerError) || error.code !== NAMESPACE_NOT_FOUND) throw error;
    });
};
