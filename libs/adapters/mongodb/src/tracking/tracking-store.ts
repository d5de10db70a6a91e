import type { AccountName } from '@kith/domain/pipeline';
import type { EventId } from '@kith/domain/tracking';
import { type Signal } from '@kith/platform';
import type { Deadline, TrackingState, TrackingStore } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import type { EventDocument, OffsetDocument } from '../engine/documents.ts';
import { accountKey } from '../engine/keys.ts';
import { createActivityReader } from '../profiles/read-activities.ts';
import { readEvents } from './read-events.ts';
import { offsetKey, recordBatches } from './record-batches.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { transact } from '../engine/transaction.ts';

const NO_ACTIVITIES: TrackingState['activities'] = new Map();

/** How far tracking has come in MongoDB, and what it has recorded. */
export const createTrackingReader = (connection: Connection): Pick<TrackingStore, 'position' | 'state'> => {
  const readActivities = createActivityReader(connection);
  return {
    async position(deadline, topic, partition) {
      const offset = await connection.call(deadline, (bounds) =>
        connection.database
          .collection<OffsetDocument>(COLLECTIONS.offsets)
          .findOne({ _id: offsetKey({ topic, partition }) }, bounds),
      );
      return offset?.position ?? 0;
    },
    async state({ account, deadline }, eventIds, umids) {
      const [knownEvents, activities] = await Promise.all([
        knownOf(connection, deadline, account, eventIds),
        umids.length === 0 ? NO_ACTIVITIES : readActivities(deadline, account, umids),
      ]);
      return { knownEvents, activities };
    },
  };
};

/** Events and activity in MongoDB; `changed` is notified when newcomers left changes. */
export const createTrackingStore = (connection: Connection, changed: Signal): TrackingStore => ({
  ...createTrackingReader(connection),
  async record(deadline, commit) {
    const { outcome, newcomers } = await transact(connection, deadline, (transaction) =>
      recordBatches(transaction, commit),
    );
    if (newcomers) changed.notify();
    return outcome;
  },
  async events(scope, umid, limit, from = {}) {
    const [events = []] = await readEvents(connection, scope, [{ umids: [umid], limit, ...from }]);
    return events;
  },
});

const knownOf = async (
  connection: Connection,
  deadline: Deadline,
  account: AccountName,
  eventIds: readonly EventId[],
): Promise<ReadonlySet<EventId>> => {
  if (eventIds.length === 0) return new Set();
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
