import type { AccountName } from '@kith/domain/pipeline';
import type { EventId, TrackedEvent } from '@kith/domain/tracking';
import type { Deadline, EventPlace, TrackingStore } from '@kith/ports';
import type { Connection } from './connection.ts';
import type { EventDocument, OffsetDocument } from './documents.ts';
import { accountKey } from './keys.ts';
import { activitiesOf } from './profile-reader.ts';
import { recordBatch } from './record-batch.ts';
import type { EventLifetime } from './record-batch.ts';
import type { Signal } from './signal.ts';
import { COLLECTIONS } from './store-collections.ts';
import { transact } from './transaction.ts';

/** Events and activity in MongoDB; `changed` is notified when newcomers left changes. */
export const createTrackingStore = (
  connection: Connection,
  changed: Signal,
  lifetimeOf: EventLifetime,
): TrackingStore => ({
  async position(deadline, topic, partition) {
    const offset = await connection.call(deadline, (bounds) =>
      connection.database
        .collection<OffsetDocument>(COLLECTIONS.offsets)
        .findOne({ _id: offsetKey(topic, partition) }, bounds),
    );
    return offset?.position ?? 0;
  },
  async state({ account, deadline }, eventIds, umids) {
    const [knownEvents, activities] = await Promise.all([
      knownOf(connection, deadline, account, eventIds),
      activitiesOf(connection, deadline, account, umids),
    ]);
    return { knownEvents, activities };
  },
  async record(deadline, commit) {
    const key = offsetKey(commit.topic, commit.partition);
    const { outcome, newcomers } = await transact(connection, deadline, (transaction) =>
      recordBatch(transaction, key, commit, lifetimeOf),
    );
    if (newcomers) changed.notify();
    return outcome;
  },
  async events({ account, deadline }, umid, limit, after) {
    const documents = await connection.call(deadline, (bounds) =>
      connection.database
        .collection<EventDocument>(COLLECTIONS.events)
        .find(
          { of: accountKey(account, umid), ...behind(account, after) },
          { ...bounds, projection: { body: 1 }, batchSize: limit + 1 },
        )
        .sort({ time: -1, _id: -1 })
        .limit(limit)
        .toArray(),
    );
    return documents.map(({ body }) => JSON.parse(body) as TrackedEvent);
  },
});

const behind = (account: AccountName, after: EventPlace | undefined) => {
  if (after === undefined) return {};
  const { time, id } = after;
  return { $or: [{ time: { $lt: time } }, { time, _id: { $lt: accountKey(account, id) } }] };
};

const offsetKey = (topic: string, partition: number): string => `${topic}:${partition}`;

const knownOf = async (
  connection: Connection,
  deadline: Deadline,
  account: AccountName,
  eventIds: readonly EventId[],
): Promise<ReadonlySet<EventId>> => {
  const keys = eventIds.map((id) => accountKey(account, id));
  const documents = await connection.call(deadline, (bounds) =>
    connection.database
      .collection<EventDocument>(COLLECTIONS.events)
      .find({ _id: { $in: keys } }, { ...bounds, projection: { _id: 1 }, batchSize: keys.length + 1 })
      .toArray(),
  );
  const known = new Set(documents.map(({ _id }) => _id));
  return new Set(eventIds.filter((id) => known.has(accountKey(account, id))));
};
