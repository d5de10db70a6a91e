import {
  queueOf,
  type FailedDelivery,
  type Occurrence,
  type QueuedDelivery,
  type QueueName,
} from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { DestinationPlace, DueQueue, FailedPage, RetryEntry } from '@kith/ports';
import type { DeliveryRow, DestinationCollections, FailedRow } from '../engine/destination-collections.ts';
import { accountKey, forwards, textDigest, type StoreKey } from '../engine/keys.ts';

// Whatever writes here is to be called in a write transaction.

const keyOf = ({ account, destination }: DestinationPlace, ...rest: (string | number)[]): StoreKey =>
  accountKey(account, destination, ...rest);

/** A removal does not go with the person: it is what tells the destination that the person has gone. */
const isOwned = ({ queue, umid }: Pick<QueuedDelivery, 'queue' | 'umid'>): boolean => queue === queueOf(umid);

const rowOf = ({ queue, sequence, queuedAt, occurrence, ...rest }: QueuedDelivery): DeliveryRow => ({
  ...rest,
  lane: queue,
  place: sequence,
  parkedAt: queuedAt,
  occurrence: occurrenceRow(occurrence),
});

const occurrenceRow = (occurrence: Occurrence): DeliveryRow['occurrence'] => {
  if (occurrence.kind !== 'removal') return occurrence;
  const { shared, ...removal } = occurrence;
  return { ...removal, given: shared };
};

const deliveryOf = ({ lane, place, parkedAt, occurrence, ...rest }: DeliveryRow): QueuedDelivery => ({
  ...rest,
  queue: lane,
  sequence: place,
  queuedAt: parkedAt,
  occurrence: occurrenceOf(occurrence),
});

const occurrenceOf = (row: DeliveryRow['occurrence']): Occurrence => {
  if (row.kind !== 'removal') return row;
  const { given, ...removal } = row;
  return { ...removal, shared: given };
};

const failedRowOf = ({ failedAt, ...delivery }: FailedDelivery): FailedRow => ({
  ...rowOf(delivery),
  failedAt,
});

const failedDeliveryOf = ({ failedAt, ...row }: FailedRow): FailedDelivery => ({
  ...deliveryOf(row),
  failedAt,
});

/** Puts a delivery behind the others of its queue. */
export const enqueue = (
  store: DestinationCollections,
  place: DestinationPlace,
  { delivery, dueAt }: RetryEntry,
  now: number,
): void => {
  const known = store.retryQueues.get(keyOf(place, delivery.queue));
  const due = known === undefined ? (dueAt ?? now) : Math.min(known.dueAt, dueAt ?? Infinity);
  store.queuedDeliveries.put(keyOf(place, delivery.queue, delivery.sequence), rowOf(delivery));
  setDue(store, place, delivery.queue, due);
  if (!isOwned(delivery)) return;
  store.deliveryOwners.put(
    accountKey(place.account, delivery.umid, place.destination, 'lane', delivery.queue),
    true,
  );
};

/** Puts a delivery in the place of what it was before a try; nothing where it was removed meanwhile. */
export const replaceQueued = (
  store: DestinationCollections,
  place: DestinationPlace,
  delivery: QueuedDelivery,
): void => {
  const key = keyOf(place, delivery.queue, delivery.sequence);
  if (store.queuedDeliveries.has(key)) store.queuedDeliveries.put(key, rowOf(delivery));
};

/** Makes a queue due at another time, or ends it where nothing waits in it any more. */
export const setDue = (
  store: DestinationCollections,
  place: DestinationPlace,
  queue: QueueName,
  dueAt: number,
): void => {
  const key = keyOf(place, queue);
  const known = store.retryQueues.get(key);
  if (known !== undefined) store.queuesByDue.remove(keyOf(place, known.dueAt, queue));
  const [first] = deliveriesIn(store, place, queue, 1);
  if (first === undefined) {
    store.retryQueues.remove(key);
    return;
  }
  store.retryQueues.put(key, { dueAt });
  store.queuesByDue.put(keyOf(place, dueAt, queue), true);
};

/** Queues that are due by then, the longest due first. */
export const queuesDueBy = (
  store: DestinationCollections,
  { account, destination }: DestinationPlace,
  by: number,
  limit: number,
): readonly DueQueue[] =>
  store.queuesByDue
    .keys({ ...forwards(account, destination), limit })
    .map(([, , dueAt, queue]) => ({ queue: String(queue), dueAt: Number(dueAt) }))
    .filter(({ dueAt }) => dueAt <= by);

/** The first deliveries of a queue, in their order. */
export const deliveriesIn = (
  store: DestinationCollections,
  { account, destination }: DestinationPlace,
  queue: QueueName,
  limit: number,
): readonly QueuedDelivery[] =>
  store.queuedDeliveries.values({ ...forwards(account, destination, queue), limit }).map(deliveryOf);

/** Takes deliveries out of their queue; those that were there. */
export const removeQueued = (
  store: DestinationCollections,
  place: DestinationPlace,
  queue: QueueName,
  sequences: readonly string[],
): readonly QueuedDelivery[] =>
  sequences.flatMap((sequence) => {
    const row = store.queuedDeliveries.get(keyOf(place, queue, sequence));
    if (row === undefined) return [];
    const delivery = deliveryOf(row);
    store.queuedDeliveries.remove(keyOf(place, queue, sequence));
    if (isOwned(delivery) && deliveriesIn(store, place, queue, 1).length === 0) {
      store.deliveryOwners.remove(accountKey(place.account, delivery.umid, place.destination, 'lane', queue));
    }
    return [delivery];
  });

/** Keeps a delivery that failed, in the place of one that had its id. */
export const putFailed = (
  store: DestinationCollections,
  place: DestinationPlace,
  delivery: FailedDelivery,
): void => {
  const digest = textDigest(delivery.id);
  removeFailed(store, place, digest);
  store.failedDeliveries.put(keyOf(place, delivery.failedAt, digest), failedRowOf(delivery));
  store.failedById.put(keyOf(place, digest), delivery.failedAt);
  if (!isOwned(delivery)) return;
  store.deliveryOwners.put(
    accountKey(place.account, delivery.umid, place.destination, 'failed', digest),
    true,
  );
};

/** The delivery that failed, null where there is none. */
export const removeFailed = (
  store: DestinationCollections,
  place: DestinationPlace,
  digest: string,
): FailedDelivery | null => {
  const failedAt = store.failedById.get(keyOf(place, digest));
  if (failedAt === undefined) return null;
  const row = store.failedDeliveries.get(keyOf(place, failedAt, digest));
  store.failedDeliveries.remove(keyOf(place, failedAt, digest));
  store.failedById.remove(keyOf(place, digest));
  if (row === undefined) return null;
  store.deliveryOwners.remove(accountKey(place.account, row.umid, place.destination, 'failed', digest));
  return failedDeliveryOf(row);
};

/** A page of what failed, the oldest first. */
export const failedPage = (
  store: DestinationCollections,
  place: DestinationPlace,
  { after, limit }: FailedPage,
): readonly FailedDelivery[] => {
  const behind = after === undefined ? null : keyOf(place, after.failedAt, textDigest(after.id));
  const start = behind === null ? {} : { start: behind };
  const range = { ...forwards(place.account, place.destination), ...start, limit: limit + 1 };
  return store.failedDeliveries
    .values(range)
    .filter(({ failedAt, id }) => failedAt !== after?.failedAt || id !== after.id)
    .slice(0, limit)
    .map(failedDeliveryOf);
};

/** Removes what waits or failed of a person at any destination, at most `limit`; how many it were. */
export const removeDeliveriesOf = (
  store: DestinationCollections,
  account: AccountName,
  umid: Umid,
  limit: number,
): number => {
  let removed = 0;
  for (const key of store.deliveryOwners.keys({ ...forwards(account, umid), limit })) {
    const [, , destination = '', kind, name = ''] = key.map(String);
    const place = { account, destination };
    if (kind === 'lane') removed += clearQueue(store, place, name, limit - removed);
    else removed += Number(removeFailed(store, place, name) !== null);
    if (kind !== 'lane' || !store.retryQueues.has(keyOf(place, name))) store.deliveryOwners.remove(key);
    if (removed >= limit) break;
  }
  return removed;
};

const clearQueue = (
  store: DestinationCollections,
  place: DestinationPlace,
  queue: QueueName,
  limit: number,
): number => {
  const sequences = deliveriesIn(store, place, queue, limit).map(({ sequence }) => sequence);
  removeQueued(store, place, queue, sequences);
  setDue(store, place, queue, store.retryQueues.get(keyOf(place, queue))?.dueAt ?? 0);
  return sequences.length;
};

/** Whether something of a person waits for a destination, or failed. */
export const hasDeliveries = (store: DestinationCollections, account: AccountName, umid: Umid): boolean =>
  store.deliveryOwners.keys({ ...forwards(account, umid), limit: 1 }).length > 0;
