import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TRACKING_TOPIC } from '@kith/contracts';
import { DEFAULT_RETENTION, type AccountRules } from '@kith/domain/pipeline';
import { attributeRules } from '@kith/domain/tracking';
import { createMemoryUmidCache } from '@kith/embedded';
import { startIdentityResolution } from '@kith/composition/identity-resolution';
import { openMongodbStore, type MongodbStore } from '@kith/mongodb';
import { createKeyring, createLive, createMetrics, deadlineIn, silentLogger } from '@kith/platform';
import type { EventLog, LogBatch, LogRetention, LogSubscriber } from '@kith/ports';
import { MongoClient, type Db, type Document } from 'mongodb';
import { BATCH, BATCHES_OF_ALL, PARTITIONS, partitionOf, SINK_ACCOUNT } from './sink-records.ts';

/** How long the two took for the same documents, in seconds, and the CPU of this process, without the server's. */
export interface SinkTimes {
  readonly events: number;
  /** Events, the activity of each visitor of a batch, and the position of the batch. */
  readonly written: number;
  readonly sink: number;
  readonly bare: number;
  readonly sinkCpu: number;
  readonly bareCpu: number;
}

/** How long the relay of the changes may take for one look, and how often it is looked at, in milliseconds. */
const CALL_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/**
 * Lets the sink record so many batches per partition, side by side as the log hands them over, and then inserts as many
 * of the same documents into collections with the same indexes: with `insertMany`, in batches of the same size, as many
 * side by side, as durable.
 */
export const runSink = async (uri: string, batches: number): Promise<SinkTimes> => {
  const client = new MongoClient(uri);
  const names = ['sink', 'bare'].map((name) => `kith-bench-${name}-${randomBytes(4).toString('hex')}`);
  const [sunk = '', bare = ''] = names;
  try {
    const sink = await timeSink(uri, sunk, batches);
    const stored = await storedOf(client, sunk);
    await (await openMongodbStore({ uri, database: bare })).close();
    const inserts = insertsOf(stored, batches);
    const inserted = await timeInserts(client.db(bare), inserts);
    const written = inserts.flat().reduce((sum, { documents }) => sum + documents.length, 0);
    return {
      events: batches * BATCH * PARTITIONS,
      written: written + batches * PARTITIONS,
      ...{ sink: sink.seconds, sinkCpu: sink.cpu, bare: inserted.seconds, bareCpu: inserted.cpu },
    };
  } finally {
    await Promise.all(names.map((name) => client.db(name).dropDatabase()));
    await client.close();
  }
};

const timeSink = async (uri: string, database: string, batches: number): Promise<Timed> => {
  const { close, ...store } = await openMongodbStore({ uri, database });
  try {
    const { subscriber, stop } = await startSink(store);
    const partitions = Array.from({ length: PARTITIONS }, (_, index) => partitionOf(TRACKING_TOPIC, index));
    const made = (count: number) => partitions.map((partition) => nextOf(partition, count));
    const take = (all: readonly (readonly LogBatch[])[]): Promise<unknown> =>
      Promise.all(all.map((some) => takeInTurn(subscriber, some)));
    await Promise.all(partitions.map((_, partition) => subscriber.startAt(partition)));
    // Visitors are known before the time runs, and their changes published: a returning visitor is the rule.
    await take(made(BATCHES_OF_ALL));
    while ((await store.outbox.pending(deadlineIn(CALL_MS), 1)).length > 0) await pause(LOOK_AGAIN_MS);
    const measured = made(batches);
    const timed = await timeOf(() => take(measured));
    await stop();
    return timed;
  } finally {
    await close();
  }
};

const nextOf = (partition: Generator<LogBatch, never>, count: number): readonly LogBatch[] =>
  Array.from({ length: count }, () => partition.next().value);

const takeInTurn = async (subscriber: LogSubscriber, batches: readonly LogBatch[]): Promise<void> => {
  for (const batch of batches) await subscriber.take(batch);
};

/** What the shipped configuration computes of page views. */
const ACCOUNT: AccountRules = {
  name: SINK_ACCOUNT,
  owner: SINK_ACCOUNT,
  identifiers: new Map(),
  blockedValues: new Set(),
  permissions: new Set(),
  notifications: new Map(),
  linking: new Set(),
  ...attributeRules(
    new Map([
      ['pageViews', { kind: 'count', of: 'page' }],
      ['lastPage', { kind: 'latest', of: 'page', member: 'name' }],
      ['topCategory', { kind: 'top', of: 'action', member: 'category' }],
    ]),
  ),
  segments: new Map(),
  mergePermissions: 'latest',
  retention: DEFAULT_RETENTION,
};

const startSink = async (store: Omit<MongodbStore, 'close'>) => {
  let subscriber: LogSubscriber | undefined;
  const log: EventLog & LogRetention = {
    append: async () => undefined,
    keepFor: async () => undefined,
    subscribe: async (_topic, _group, taken) => {
      subscriber = taken;
      return { isDelivering: () => true, lags: () => [], stop: async () => undefined };
    },
  };
  const { stop } = await startIdentityResolution({
    ...store,
    log,
    cache: createMemoryUmidCache({ clock: Date.now, maxEntries: 1 }),
    expressions: { evaluate: async () => [] },
    configuration: createLive({ accounts: new Map([[ACCOUNT.name, ACCOUNT]]), pipelines: new Map() }).live,
    keyring: createKeyring({ umid: ['u'], chain: ['c'], suppression: ['s'] }),
    logger: silentLogger,
    metrics: createMetrics('bench'),
  });
  if (subscriber === undefined) throw new Error('the sink did not subscribe');
  return { subscriber, stop };
};

interface Stored {
  readonly events: readonly Document[];
  readonly activity: readonly Document[];
}

const storedOf = async (client: MongoClient, database: string): Promise<Stored> => {
  const all = (name: string) => client.db(database).collection(name).find().sort({ $natural: 1 }).toArray();
  const [events, activity] = await Promise.all([all('events'), all('activity')]);
  return { events, activity };
};

/** Documents that go into a collection at once. */
interface Insert {
  readonly collection: 'events' | 'activity';
  readonly documents: readonly Document[];
}

/** What the sink wrote in each batch, partition by partition: its events, and an activity for each of their visitors. */
const insertsOf = ({ events, activity }: Stored, batches: number): readonly (readonly Insert[])[] =>
  Array.from({ length: PARTITIONS }, (_, partition) =>
    Array.from({ length: batches }, (_, batch): readonly Insert[] => {
      const first = (partition * batches + batch) * BATCH;
      const own = events.slice(first, first + BATCH);
      const visitors = new Set(own.map(({ of }) => of as unknown)).size;
      // The sink replaces a visitor's activity again and again; what is inserted needs a key of its own.
      const activities = Array.from({ length: visitors }, (_, at) => ({
        ...activity[(first + at) % activity.length],
        _id: `${SINK_ACCOUNT}:${randomUUID()}`,
      })) as Document[];
      return [
        { collection: 'events', documents: own },
        { collection: 'activity', documents: activities },
      ];
    }).flat(),
  );

const timeInserts = (database: Db, inserts: readonly (readonly Insert[])[]): Promise<Timed> => {
  const insertInTurn = async (own: readonly Insert[]): Promise<void> => {
    for (const { collection, documents } of own) {
      await database.collection(collection).insertMany([...documents], { writeConcern: { w: 'majority' } });
    }
  };
  return timeOf(() => Promise.all(inserts.map(insertInTurn)));
};

interface Timed {
  readonly seconds: number;
  readonly cpu: number;
}

const timeOf = async (work: () => Promise<unknown>): Promise<Timed> => {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - begun) / 1_000, cpu: (user + system) / 1_000_000 };
};
