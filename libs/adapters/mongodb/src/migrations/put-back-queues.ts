import type { Db } from 'mongodb';
import {
  queuedDelivery,
  type QueueDocument,
  type QueuedDocument,
} from '../destinations/destination-documents.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

const AT_ONCE = 500;

/**
 * Deliveries whose queue was taken away while they were put into it get it back, and are tried at once. The documents
 * stand in the order of their queues.
 */
export const putBackQueues = async (database: Db): Promise<void> => {
  const queued = database.collection<QueuedDocument>(COLLECTIONS.deliveryParcels);
  let last = '';
  const found: QueueDocument[] = [];
  for await (const document of queued.find({}).sort({ _id: 1 })) {
    const queue = queueHolding(document);
    if (queue._id === last) continue;
    last = queue._id;
    found.push(queue);
    if (found.length === AT_ONCE) await putBack(database, found.splice(0));
  }
  await putBack(database, found);
};

const queueHolding = ({ _id, owner, body }: QueuedDocument): QueueDocument => {
  const { queue: lane, sequence } = queuedDelivery({ body });
  const key = _id.slice(0, -sequence.length - 1);
  const of = key.slice(0, -lane.length - 1);
  return { _id: key, of, lane, ...(owner === undefined ? {} : { owner }), dueAt: 0 };
};

const putBack = async (database: Db, queues: readonly QueueDocument[]): Promise<void> => {
  if (queues.length === 0) return;
  await database.collection<QueueDocument>(COLLECTIONS.deliveryLanes).bulkWrite(
    queues.map(({ _id, ...queue }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: queue }, upsert: true },
    })),
  );
};
