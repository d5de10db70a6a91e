import { MongoClient, type CommandStartedEvent, type Db, type Document } from 'mongodb';
import { connectionOf, type Connection } from './connection.ts';
import { databaseUnderTest } from './database-under-test.fake.ts';

/** A query that was sent, and the stages of the plan that the server has for it. */
export interface Plan {
  readonly query: Document;
  readonly stages: readonly string[];
  /** Whether it reads a whole collection or sorts, or looks nothing up by an index. */
  readonly isScan: boolean;
}

/** A query that was sent, and what it took to answer it; of one that has parts, those together. */
export interface Effort extends Plan {
  readonly keysExamined: number;
  readonly docsExamined: number;
  readonly returned: number;
}

/** A database whose server says how it does what it is told. */
export interface ExplainedDatabase {
  readonly connection: Connection;
  /** What the calls sent to the server. */
  commandsOf(calls: () => Promise<unknown>): Promise<readonly Document[]>;
  plansOf(calls: () => Promise<unknown>): Promise<readonly Plan[]>;
  /** What the server did for queries that read. */
  effortsOf(calls: () => Promise<unknown>): Promise<readonly Effort[]>;
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
    async effortsOf(calls) {
      const queries = (await commandsOf(calls)).flatMap(queriesOf);
      return Promise.all(queries.map((query) => measure(connection.database, query)));
    },
    async close() {
      await connection.close();
      await under.drop();
    },
  };
};

/** What `explain` takes of a command that reads. */
const MEMBERS = [
  ...['find', 'aggregate', 'distinct'],
  ...['filter', 'projection', 'sort', 'limit', 'pipeline', 'cursor', 'key', 'query', 'hint'],
];

/** Each query of a command by itself, as `explain` takes it; nothing for what only inserts or ends a transaction. */
const queriesOf = (command: Readonly<Record<string, unknown>>): readonly Document[] => {
  if ('find' in command || 'aggregate' in command || 'distinct' in command) {
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
  return { query, ...stagesOf(plan) };
};

const SCANS = ['COLLSCAN', 'SORT'];
const LOOK_UPS = ['IXSCAN', 'COUNT_SCAN', 'DISTINCT_SCAN', 'IDHACK', 'EOF'];

/** Of the plans that the server carries out, not of those that it has thought of. */
const stagesOf = (plan: Document): Pick<Plan, 'stages' | 'isScan'> => {
  const text = JSON.stringify(plan, (member, value: unknown) => (member === 'rejectedPlans' ? [] : value));
  const stages = Array.from(text.matchAll(/"stage":"([A-Z_]+)"/g), ([, stage]) => stage!);
  const isLookUp = stages.some((stage) => LOOK_UPS.includes(stage));
  return { stages, isScan: !isLookUp || stages.some((stage) => SCANS.includes(stage)) };
};

const measure = async (database: Db, query: Document): Promise<Effort> => {
  const plan = await database.command({ explain: query, verbosity: 'executionStats' });
  const totals = statisticsIn(plan);
  const sum = (member: string): number =>
    totals.reduce((total, statistics) => total + Number(statistics[member]), 0);
  return {
    query,
    ...stagesOf(plan),
    keysExamined: sum('totalKeysExamined'),
    docsExamined: sum('totalDocsExamined'),
    returned: sum('nReturned'),
  };
};

/** The statistics of every part of a plan, wherever they stand. */
const statisticsIn = (value: unknown): readonly Document[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([member, one]) =>
    member === 'allPlansExecution' ? [] : statisticsIn(one),
  );
  return 'totalKeysExamined' in value ? [value, ...inner] : inner;
};
