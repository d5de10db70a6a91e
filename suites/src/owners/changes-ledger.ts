import { CHANGES_TOPIC, decodeChange } from '@kith/contracts';
import type { ChangeEvent } from '@kith/domain/identity';
import { openKafkaLog } from '@kith/kafka';
import { pause } from '@kith/platform';
import { createGate, randomName } from '@kith/testing';
import kafkajs from 'kafkajs';
import { MongoClient, type Timestamp } from 'mongodb';
import type { Endings, ResolversStage } from './resolvers-stage.ts';

/** What resolvers left to be published, as the database tells it, against what came out. */
export interface ChangesLedger {
  /** All changes that were ever left in the outbox, those of each person in their order. */
  left(): Promise<readonly ChangeEvent[]>;
  /** All records of the topic, in the order of their partitions. */
  published(): Promise<readonly ChangeEvent[]>;
  /** Ends when nothing waits in the outbox. */
  untilEmpty(): Promise<void>;
  /** The members that own something, or are taken for living. */
  members(): Promise<readonly string[]>;
}

interface Row {
  readonly body: string;
}

const END = 'end_of_ledger';

/** Follows the outbox from now on. */
export const openLedger = async (
  { mongodbUri, brokers }: ResolversStage,
  endings: Endings,
): Promise<ChangesLedger> => {
  const client = new MongoClient(mongodbUri);
  endings.push(() => client.close());
  const database = client.db();
  const rows: Row[] = [];
  const ends = new Map<string, () => void>();
  const { operationTime } = (await database.command({ ping: 1 })) as { operationTime: Timestamp };
  const stream = database.watch<Row & { readonly _id: string }>(
    [{ $match: { operationType: 'insert', 'ns.coll': { $in: ['outbox', END] } } }],
    { startAtOperationTime: operationTime },
  );
  stream.on('change', (change) => {
    if (change.operationType !== 'insert') return;
    if (change.ns.coll === END) ends.get(change.fullDocument._id)?.();
    else rows.push(change.fullDocument);
  });
  endings.push(() => stream.close());
  return {
    async left() {
      const [id, seen] = [randomName('end'), createGate()];
      ends.set(id, seen.open);
      await database.collection<{ _id: string }>(END).insertOne({ _id: id });
      await seen.passed;
      return rows.flatMap(({ body }) =>
        (JSON.parse(body) as readonly { readonly change: ChangeEvent }[]).map(({ change }) => change),
      );
    },
    published: () => allPublished(brokers),
    async untilEmpty() {
      while ((await database.collection('outbox').countDocuments()) > 0) await pause(20);
    },
    async members() {
      const table = await database
        .collection<{ _id: string; members: { id: string }[]; owners: (string | null)[] }>('turns')
        .findOne({ _id: 'outbox' });
      const owners = (table?.owners ?? []).flatMap((owner) => owner ?? []);
      return [...new Set([...owners, ...(table?.members ?? []).map(({ id }) => id)])].sort();
    },
  };
};

/** Reads the topic from its beginning to where it ends now. */
const allPublished = async (brokers: readonly string[]): Promise<readonly ChangeEvent[]> => {
  const admin = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(CHANGES_TOPIC);
  await admin.disconnect();
  const open = new Map(ends.map(({ partition, high }) => [partition, Number(high)]));
  for (const [partition, end] of open) if (end === 0) open.delete(partition);
  const [taken, whole] = [[] as ChangeEvent[], createGate()];
  if (open.size === 0) return [];
  const kafka = await openKafkaLog({ brokers, clientId: 'ledger', topics: {}, appends: false });
  await kafka.log.subscribe(CHANGES_TOPIC, randomName('ledger'), {
    startAt: async () => 0,
    take: async ({ partition, records, next }) => {
      taken.push(...records.map(({ value }) => decodeChange(value)!.change));
      if (next >= (open.get(partition) ?? 0)) open.delete(partition);
      if (open.size === 0) whole.open();
    },
  });
  await whole.passed;
  await kafka.close();
  return taken;
};
