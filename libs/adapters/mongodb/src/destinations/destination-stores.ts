import type {
  Deadline,
  DestinationIntake,
  DestinationPlace,
  DestinationStores,
  FailedDeliveries,
  TakenPart,
} from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import { sequencePart } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { transact } from '../engine/transaction.ts';
import { commitPart, positionKey, positionMove, replayFailures } from './delivery-transactions.ts';
import { createControl, createLease, stateOf } from './destination-control.ts';
import {
  failedDelivery,
  failureOrder,
  placeKey,
  type FailureDocument,
  type PositionDocument,
} from './destination-documents.ts';
import { createRetryQueues } from './retry-queues.ts';
import { createSharedRecords, destinationsWithRecords } from './shared-records.ts';

/** What is kept of destinations, in MongoDB. */
export const createDestinationStores = (connection: Connection): DestinationStores => ({
  of: (place) => ({
    lease: createLease(connection, place),
    control: createControl(connection, place),
    intake: createIntake(connection, place),
    retries: createRetryQueues(connection, place),
    failures: createFailedDeliveries(connection, place),
    shared: createSharedRecords(connection, place),
  }),
  withSharedRecords: (scope) => destinationsWithRecords(connection, scope),
});

const positionsIn = ({ database }: Connection) =>
  database.collection<PositionDocument>(COLLECTIONS.deliveryPositions);

const failuresIn = ({ database }: Connection) =>
  database.collection<FailureDocument>(COLLECTIONS.deliveryFailures);

const createIntake = (connection: Connection, place: DestinationPlace): DestinationIntake => ({
  // What the first commit moves is made here: from then on it is there to be compared with.
  async progress(deadline, topic, partition) {
    const { round } = (await stateOf(connection, deadline, place)) ?? { round: 0 };
    const _id = positionKey(place, { round, topic, partition });
    const first = { topic, position: 0, takenAt: null };
    const found = await connection.call(deadline, ({ maxTimeMS }) =>
      positionsIn(connection).findOneAndUpdate(
        { _id },
        { $setOnInsert: first },
        { upsert: true, returnDocument: 'after', maxTimeMS },
      ),
    );
    return { position: found?.position ?? 0, takenBefore: found?.takenBefore ?? 0 };
  },
  commit: (deadline, part) => commit(connection, deadline, place, part),
});

/** Nothing but a position needs no transaction. */
const commit = async (
  connection: Connection,
  deadline: Deadline,
  place: DestinationPlace,
  part: TakenPart,
): Promise<'taken' | 'fenced'> => {
  if (part.queued.length + part.failed.length > 0) {
    return transact(connection, deadline, (transaction) => commitPart(transaction, place, part, Date.now()));
  }
  const { matchedCount } = await connection.call(deadline, ({ maxTimeMS }) =>
    positionsIn(connection).updateOne(...positionMove(place, part), { maxTimeMS }),
  );
  return matchedCount === 1 ? 'taken' : 'fenced';
};

const createFailedDeliveries = (connection: Connection, place: DestinationPlace): FailedDeliveries => ({
  async page(deadline, { after, limit }) {
    const behind = after === undefined ? {} : { place: { $gt: failureOrder(after) } };
    const documents = await connection.call(deadline, (bounds) =>
      failuresIn(connection)
        .find({ of: placeKey(place), ...behind }, { ...bounds, batchSize: limit + 1 })
        .sort({ place: 1 })
        .limit(limit)
        .toArray(),
    );
    return documents.map(failedDelivery);
  },
  replay: (deadline, replay) =>
    transact(connection, deadline, (transaction) => replayFailures(transaction, place, replay, Date.now())),
  async removeBefore(deadline, failedBefore, limit) {
    const old = await connection.call(deadline, (bounds) =>
      failuresIn(connection)
        .find({ of: placeKey(place), place: { $lt: sequencePart(failedBefore) } }, bounds)
        .sort({ place: 1 })
        .limit(limit)
        .project<{ readonly _id: string }>({ _id: 1 })
        .toArray(),
    );
    if (old.length === 0) return 0;
    const { deletedCount } = await connection.call(deadline, ({ maxTimeMS }) =>
      failuresIn(connection).deleteMany({ _id: { $in: old.map(({ _id }) => _id) } }, { maxTimeMS }),
    );
    return deletedCount;
  },
});
