import { MongoClient } from 'mongodb';
import type { CommandStartedEvent, Db, Document } from 'mongodb';
import { connectionOf } from './connection.ts';
import type { Connection } from './connection.ts';
import { databaseUnderTest } from './database-under-test.fake.ts';

/** A query that was sent, and the stages of the plan that the server has for it. */
export interface Plan {
  readonly query: Document;
  readonly stages: readonly string[];
}

/** A database whose server says how it does what it is told. */
export interface ExplainedDatabase {
  readonly connection: Connection;
  /** What the calls sent to the server. */
  commandsOf(calls: () => Promise<unknown>): Promise<readonly Document[]>;
  plansOf(calls: () => Promise<unknown>): Promise<readonly Plan[]>;
  /** How often the index of `_id` has answered: `explain` does not look into a `$graphLookup`. */
  lookUpsByKey(collection: string): Promise<number>;
  close(): Promise<void>;
}

export const openExplainedDatabase = (): ExplainedDatabase => {
  const under = databaseUnderTest();
  const majority = { readConcern: { level: 'majority' }, writeConcern: { w: 'majority' } } as const;
  const client = new MongoClient(under.uri, { monitorCommands: true, ...majority });
  const connection = connectionOf(client, under.database);
  const sent: Document[] = [];
  client.on('commandStarted', ({ command }: CommandStartedEvent) => void sent.push(command));
  const commandsOf = async (calls: () => Promise<unknown>): Promise<readonly Document[]> => {
    sent.length = 0;
    await calls();
    return [...sent];
  };
  return {
    connection,
    commandsOf,
    async plansOf(calls) {
      const queries = (await commandsOf(calls)).flatMap(queriesOf);
      return Promise.all(queries.map((query) => explain(connection.database, query)));
    },
    lookUpsByKey: (collection) => lookUpsByKey(connection.database, collection),
    async close() {
      await connection.close();
      await under.drop();
    },
  };
};

/** What `explain` takes of a command that reads. */
const MEMBERS = ['find', 'aggregate', 'filter', 'projection', 'sort', 'limit', 'pipeline', 'cursor'];

/** Each query of a command by itself, as `explain` takes it; nothing for what only inserts or ends a transaction. */
const queriesOf = (command: Readonly<Record<string, unknown>>): readonly Document[] => {
  if ('find' in command || 'aggregate' in command) {
    return [Object.fromEntries(Object.entries(command).filter(([member]) => MEMBERS.includes(member)))];
  }
  if ('findAndModify' in command) return [{ find: command['findAndModify'], filter: command['query'] }];
  return ['updates', 'deletes'].flatMap((list) => {
    const statements = (command[list] ?? []) as readonly unknown[];
    const name = list === 'updates' ? 'update' : 'delete';
    return statements.map((statement) => ({ [name]: command[name], [list]: [statement] }));
  });
};

const explain = async (database: Db, query: Document): Promise<Plan> => {
  const plan = await database.command({ explain: query, verbosity: 'queryPlanner' });
  const stages = Array.from(JSON.stringify(plan).matchAll(/"stage":"([A-Z_]+)"/g), ([, stage]) => stage!);
  return { query, stages };
};

interface IndexStatistics {
  readonly accesses: { readonly ops: number };
}

const lookUpsByKey = async (database: Db, collection: string): Promise<number> => {
  const stages = [{ $indexStats: {} }, { $match: { name: '_id_' } }];
  const [statistics] = await database.collection(collection).aggregate<IndexStatistics>(stages).toArray();
  return Number(statistics?.accesses.ops);
};
