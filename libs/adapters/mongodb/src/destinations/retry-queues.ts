import { queueOf, type QueuedDelivery, type QueueName } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import type { Deadline, DestinationPlace, DueQueue, RetryQueues } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import { keysBehind } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { transact } from '../engine/transaction.ts';
import { proceedInQueue } from './delivery-transactions.ts';
import {
  placeKey,
  queuedDelivery,
  type QueuedDocument,
  type QueueDocument,
} from './destination-documents.ts';

/** What waits for another try at one destination. */
export const createRetryQueues = (connection: Connection, place: DestinationPlace): RetryQueues => ({
  occupied: (deadline, umids) => occupiedQueues(connection, deadline, place, umids),
  due: (deadline, by, limit) => dueQueues(connection, deadline, place, { by, limit }),
  first: (deadline, queue, limit) => deliveriesIn(connection, deadline, place, { queue, limit }),
  async heads(deadline, limit) {
    const queues = await dueQueues(connection, deadline, place, { by: Number.MAX_SAFE_INTEGER, limit });
    const heads = await Promise.all(
      queues.map(({ queue }) => deliveriesIn(connection, deadline, place, { queue, limit: 1 })),
    );
    return heads.flat();
  },
  proceed: (deadline, progress) =>
    transact(connection, deadline, (transaction) => proceedInQueue(transaction, place, progress)),
});

const queuesIn = ({ database }: Connection) => database.collection<QueueDocument>(COLLECTIONS.deliveryLanes);

const occupiedQueues = async (
  connection: Connection,
  deadline: Deadline,
  place: DestinationPlace,
  umids: readonly Umid[],
): Promise<ReadonlySet<QueueName>> => {
  const keys = umids.map((umid) => placeKey(place, queueOf(umid)));
  const documents = await connection.call(deadline, (bounds) =>
    queuesIn(connection)
      .find({ _id: { $in: keys } }, { ...bounds, batchSize: keys.length + 1 })
      .toArray(),
  );
  return new Set(documents.map(({ lane }) => lane));
};

const dueQueues = async (
  connection: Connection,
  deadline: Deadline,
  place: DestinationPlace,
  { by, limit }: { readonly by: number; readonly limit: number },
): Promise<readonly DueQueue[]> => {
  const documents = await connection.call(deadline, (bounds) =>
    queuesIn(connection)
      .find({ of: placeKey(place), dueAt: { $lte: by } }, { ...bounds, batchSize: limit + 1 })
      .sort({ dueAt: 1, _id: 1 })
      .limit(limit)
      .toArray(),
  );
  return documents.map(({ lane, dueAt }) => ({ queue: lane, dueAt }));
};

const deliveriesIn = async (
  connection: Connection,
  deadline: Deadline,
  place: DestinationPlace,
  { queue, limit }: { readonly queue: QueueName; readonly limit: number },
): Promise<readonly QueuedDelivery[]> => {
  const documents = await connection.call(deadline, (bounds) =>
    connection.database
      .collection<QueuedDocument>(COLLECTIONS.deliveryParcels)
      .find({ _id: keysBehind(placeKey(place, queue)) }, { ...bounds, batchSize: limit + 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray(),
  );
  return documents.map(queuedDelivery);
};
