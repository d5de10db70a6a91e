import { pause } from '@kith/platform';
import { MongoServerError, type Db, type Document, type IndexDescription } from 'mongodb';

/** A change of what is stored; it may run twice, be cut off, or run in two processes: it must come to the same. */
type Change = (database: Db, tell: TellProgress) => Promise<void>;

interface Step {
  /** 1, 2, 3 and so on, without gaps. */
  readonly version: number;
  readonly name: string;
}

/** Leads from a layout to the next one at once: no program that does not know the next one may run meanwhile. */
export interface Replacement extends Step {
  readonly migrate: Change;
  /** Makes the layout of this version at once where nothing was stored before. */
  readonly begin?: (database: Db) => Promise<void>;
}

/** Leads from a layout to the next one while programs of both are running. */
export interface Expansion extends Step {
  /** Adds what the next layout has; programs of the layout before go on working. */
  readonly expand: Change;
  /** Removes what only they needed, and makes the server refuse what only they write; runs when none does any more. */
  readonly contract: Change;
}

/** One step from a layout of the data to the next. */
export type Migration = Replacement | Expansion;

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

/** The layouts of the data that are in force. */
export interface Layout {
  /** Every program has to know this one: what the ones before needed is being removed, or is gone. */
  readonly version: number;
  /** What this one has is there. */
  readonly expanded: number;
  /** What the ones before this one needed is gone. */
  readonly contracted: number;
}

/** The layouts that a program can work in. */
export interface LayoutRange {
  /** The lowest one whose expansion is enough for it. */
  readonly needs: number;
  /** The highest one; what that one removes it can do without. */
  readonly knows: number;
}

/** Whether a program can work in the layouts in force. */
export const fitOf = (
  { needs, knows }: LayoutRange,
  { version, expanded }: Omit<Layout, 'contracted'>,
): 'fits' | 'tooOld' | 'tooNew' => {
  if (version > knows) return 'tooNew';
  return expanded < needs ? 'tooOld' : 'fits';
};

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

/** No document is of this form. */
const NOTHING = { $expr: false };

/** Lets a collection take nothing any more. */
export const refuseAll = (database: Db, name: string): Promise<void> => refuseOthers(database, name, NOTHING);

/** Lets a collection take everything again. */
export const refuseNothing = (database: Db, name: string): Promise<void> => refuseOthers(database, name, {});

/** Puts an empty collection that takes nothing into the place of one, at once: whoever still writes there is told so. */
export const replaceByRefusing = async (database: Db, name: string): Promise<void> => {
  const refusing = `${name}_refusing`;
  await makeCollection(database, refusing);
  await refuseAll(database, refusing);
  await database.renameCollection(refusing, name, { dropTarget: true });
};

/** How long a change of a collection waits for those who use it: longer, and everybody else would wait behind it. */
const LOCK_MS = 500;
const LOCK_PAUSE_MS = 200;
const MAX_TIME_EXPIRED = 50;

/**
 * Lets a collection take no documents but those of this form; whoever writes another one is told so by the server. Others
 * that are there already can be changed where it is `moderate`.
 */
export const refuseOthers = (
  database: Db,
  name: string,
  form: Document,
  validationLevel: 'strict' | 'moderate' = 'strict',
): Promise<void> =>
  betweenUses(() =>
    database.command({ collMod: name, validator: form, validationLevel, maxTimeMS: LOCK_MS }),
  );

/** A change that would hold everybody up gives way, and is tried again. */
const betweenUses = async (change: () => Promise<unknown>): Promise<void> => {
  for (;;) {
    try {
      await change();
      return;
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== MAX_TIME_EXPIRED) throw error;
    }
    await pause(LOCK_PAUSE_MS);
  }
};

/** Removes an index whose work another one does, unless it is gone. */
export const dropIndex = async (database: Db, name: string, index: string): Promise<void> => {
  await betweenUses(() =>
    database
      .collection(name)
      .dropIndex(index, { maxTimeMS: LOCK_MS })
      .catch((error: unknown) => {
        if (!(error instanceof MongoServerError) || error.code !== INDEX_NOT_FOUND) throw error;
      }),
  );
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
