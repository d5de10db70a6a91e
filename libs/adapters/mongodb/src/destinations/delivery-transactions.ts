import type { FailedDelivery, QueueName, QueuedDelivery } from '@kith/domain/destinations';
import type { DestinationPlace, FailedReplay, TakenPart, QueueProgress, RetryEntry } from '@kith/ports';
import type { AnyBulkWriteOperation, Document } from 'mongodb';
import { idsOf, removeIds } from '../privacy/clear-umid.ts';
import {
  failedDelivery,
  failureDocument,
  failureKey,
  ownerMember,
  placeKey,
  queuedDocument,
  queuedKey,
  type FailureDocument,
  type PositionDocument,
  type QueuedDocument,
  type QueueDocument,
} from './destination-documents.ts';
import { keysBehind } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import type { Transaction, Verdict } from '../engine/transaction.ts';

/** Moves the position, queues and keeps failed ones, or nothing of it. */
export const commitPart = async (
  transaction: Transaction,
  place: DestinationPlace,
  part: TakenPart,
  now: number,
): Promise<Verdict<'taken' | 'fenced'>> => {
  if (!(await movePosition(transaction, place, part))) return { apply: false, result: 'fenced' };
  await enqueueAll(transaction, place, part.queued, now);
  await putFailures(transaction, place, part.failed);
  return { apply: true, result: 'taken' };
};

const movePosition = async (
  { database, options }: Transaction,
  place: DestinationPlace,
  part: TakenPart,
): Promise<boolean> => {
  const { session, maxTimeMS } = options();
  const { matchedCount } = await database
    .collection<PositionDocument>(COLLECTIONS.deliveryPositions)
    .updateOne(...positionMove(place, part), { session, maxTimeMS });
  return matchedCount === 1;
};

export const positionKey = (
  place: DestinationPlace,
  { round, topic, partition }: Pick<TakenPart, 'round' | 'topic' | 'partition'>,
): string => placeKey(place, round, topic, partition);

/** A filter that nothing matches once the position has been moved, and what moves it. */
export const positionMove = (
  place: DestinationPlace,
  part: TakenPart,
): [{ _id: string; position: number }, { $set: Partial<PositionDocument> }] => [
  { _id: positionKey(place, part), position: part.from },
  {
    $set: { position: part.to, ...(part.takenAt === null ? {} : { takenAt: part.takenAt }) },
  },
];

const enqueueAll = async (
  { database, options }: Transaction,
  place: DestinationPlace,
  queued: readonly RetryEntry[],
  now: number,
): Promise<void> => {
  if (queued.length === 0) return;
  const { session, maxTimeMS } = options();
  await database.collection<QueueDocument>(COLLECTIONS.deliveryLanes).bulkWrite(
    queued.map((entry) => queueUpdate(place, entry, now)),
    { session, maxTimeMS },
  );
  await database.collection<QueuedDocument>(COLLECTIONS.deliveryParcels).bulkWrite(
    queued.map(({ delivery }) => replacement(queuedDocument(place, delivery))),
    { session, maxTimeMS },
  );
};

/**
 * A queue that is there is due no later than it was. The count makes a change of every update: to the server one that
 * changes nothing is none, and whoever empties the queue at the same time would take it away under what is put into it.
 */
const queueUpdate = (
  place: DestinationPlace,
  { delivery, dueAt }: RetryEntry,
  now: number,
): AnyBulkWriteOperation<QueueDocument> => {
  const due = dueAt === null ? { $ifNull: ['$dueAt', now] } : { $min: ['$dueAt', dueAt] };
  const told = { of: placeKey(place), lane: delivery.queue, ...ownerMember(place, delivery) };
  const named = Object.fromEntries(Object.entries(told).map(([name, value]) => [name, { $literal: value }]));
  return {
    updateOne: {
      filter: { _id: placeKey(place, delivery.queue) },
      update: [{ $set: { ...named, dueAt: due, entered: { $add: [{ $ifNull: ['$entered', 0] }, 1] } } }],
      upsert: true,
    },
  };
};

const replacement = <T extends Document & { readonly _id: string }>({ _id, ...rest }: T) => ({
  replaceOne: { filter: { _id }, replacement: rest, upsert: true },
});

const putFailures = async (
  { database, options }: Transaction,
  place: DestinationPlace,
  failed: readonly FailedDelivery[],
): Promise<void> => {
  if (failed.length === 0) return;
  const { session, maxTimeMS } = options();
  await database.collection<FailureDocument>(COLLECTIONS.deliveryFailures).bulkWrite(
    failed.map((delivery) => replacement(failureDocument(place, delivery))),
    { session, maxTimeMS },
  );
};

/** Takes what has gone out of a queue, and makes the rest due; a queue in which nothing is left ends. */
export const proceedInQueue = async (
  transaction: Transaction,
  place: DestinationPlace,
  { queue, gone, failed, tried, dueAt }: QueueProgress,
): Promise<Verdict<void>> => {
  await removeIds(
    transaction,
    COLLECTIONS.deliveryParcels,
    gone.map((sequence) => queuedKey(place, queue, sequence)),
  );
  await putFailures(transaction, place, failed);
  if (tried !== null) await replaceQueued(transaction, place, tried);
  await setDue(transaction, place, queue, dueAt);
  return { apply: true, result: undefined };
};

/** Whoever was erased meanwhile does not come back with a try. */
const replaceQueued = async (
  { database, options }: Transaction,
  place: DestinationPlace,
  tried: QueuedDelivery,
): Promise<void> => {
  const { session, maxTimeMS } = options();
  const { _id, body } = queuedDocument(place, tried);
  await database
    .collection<QueuedDocument>(COLLECTIONS.deliveryParcels)
    .updateOne({ _id }, { $set: { body } }, { session, maxTimeMS });
};

const setDue = async (
  transaction: Transaction,
  place: DestinationPlace,
  queue: QueueName,
  dueAt: number,
): Promise<void> => {
  const key = placeKey(place, queue);
  const [first] = await idsOf(transaction, COLLECTIONS.deliveryParcels, { _id: keysBehind(key) }, 1);
  if (first === undefined) {
    await removeIds(transaction, COLLECTIONS.deliveryLanes, [key]);
    return;
  }
  const { session, maxTimeMS } = transaction.options();
  await transaction.database
    .collection<QueueDocument>(COLLECTIONS.deliveryLanes)
    .updateOne({ _id: key }, { $set: { dueAt } }, { session, maxTimeMS });
};

/** Puts deliveries that failed back into their queues; how many. */
export const replayFailures = async (
  transaction: Transaction,
  place: DestinationPlace,
  { ids, limit, dueAt }: FailedReplay,
  now: number,
): Promise<Verdict<number>> => {
  const filter =
    ids === undefined
      ? { of: placeKey(place) }
      : { _id: { $in: ids.slice(0, limit).map((id) => failureKey(place, id)) } };
  const documents = await transaction.database
    .collection<FailureDocument>(COLLECTIONS.deliveryFailures)
    .find(filter, { ...transaction.options(), batchSize: limit + 1 })
    .sort(ids === undefined ? { place: 1 } : {})
    .limit(limit)
    .toArray();
  const queued = documents.map((document): RetryEntry => {
    const { failedAt: _, ...delivery } = failedDelivery(document);
    return { delivery: { ...delivery, queuedAt: now, tries: 0 }, dueAt };
  });
  await removeIds(
    transaction,
    COLLECTIONS.deliveryFailures,
    documents.map(({ _id }) => _id),
  );
  await enqueueAll(transaction, place, queued, now);
  return { apply: true, result: queued.length };
};
