import type { Deadline } from '@kith/ports';
import type { Db } from 'mongodb';
import type { Connection } from './connection.ts';
import type { Layout } from './migration.ts';

/** The document of `schema`: the layouts in force, and who is changing them. */
export interface SchemaDocument {
  readonly _id: 'schema';
  readonly version: number;
  /** `version` where it is absent, and so is `contracted`. */
  readonly expanded?: number;
  readonly contracted?: number;
  readonly lockedBy?: string;
  readonly lockedUntil?: Date;
}

/** A program that has the database open, as it says itself. */
export interface ProgramDocument {
  /** Random for each opening. */
  readonly _id: string;
  readonly app: string;
  readonly host: string;
  readonly pid: number;
  readonly needs: number;
  readonly knows: number;
  readonly since: Date;
  /** By the server's clock. */
  readonly until: Date;
  /** The layout that every program has to know, as a migration has told all who were registered. */
  readonly layout?: number;
}

/** The key of the one document that tells of the layout. */
export const SCHEMA = 'schema';

export const schemaOf = (database: Db) => database.collection<SchemaDocument>('schema');

export const programsOf = (database: Db) => database.collection<ProgramDocument>('programs');

/** The layouts in force, by the newest word of a majority: whoever has registered before sees what came before that. */
export const readLayout = async (connection: Connection, deadline: Deadline): Promise<Layout> => {
  const document = await connection.call(deadline, (bounds) =>
    schemaOf(connection.database).findOne(
      { _id: SCHEMA },
      { ...bounds, readConcern: { level: 'linearizable' }, readPreference: 'primary' },
    ),
  );
  const { version = 0, expanded = version, contracted = version } = document ?? {};
  return { version, expanded, contracted };
};
