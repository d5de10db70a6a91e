import type { FailedParcel, LaneName, WaitingParcel } from '@kith/domain/destinations';
import type { DeliveryStore, DeliveryTaking, LaneProgress, Parking } from '@kith/ports';
import type { AnyBulkWriteOperation, Document } from 'mongodb';
import { idsOf, removeIds } from '../privacy/clear-umid.ts';
import {
  failureDocument,
  failureKey,
  ownerMember,
  parcelDocument,
  parcelKey,
  placeKey,
  type DeliveryPlace,
  type DeliveryPositionDocument,
  type FailureDocument,
  type LaneDocument,
  type ParcelDocument,
} from './delivery-documents.ts';
import { keysBehind } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import type { Transaction, Verdict } from '../engine/transaction.ts';

/** Moves the position, parks and lays aside, or nothing of it. */
export const takeParcels = async (
  transaction: Transaction,
  place: DeliveryPlace,
  taking: DeliveryTaking,
  now: number,
): Promise<Verdict<'taken' | 'fenced'>> => {
  if (!(await movePosition(transaction, place, taking))) return { apply: false, result: 'fenced' };
  await parkAll(transaction, place, taking.parked, now);
  await putFailures(transaction, place, taking.failed);
  return { apply: true, result: 'taken' };
};

const movePosition = async (
  { database, options }: Transaction,
  place: DeliveryPlace,
  taking: DeliveryTaking,
): Promise<boolean> => {
  const { session, maxTimeMS } = options();
  const { matchedCount } = await database
    .collection<DeliveryPositionDocument>(COLLECTIONS.deliveryPositions)
    .updateOne(...positionMove(place, taking), { session, maxTimeMS });
  return matchedCount === 1;
};

export const positionKey = (
  place: DeliveryPlace,
  { round, topic, partition }: Pick<DeliveryTaking, 'round' | 'topic' | 'partition'>,
): string => placeKey(place, round, topic, partition);

/** A filter that nothing matches once the position has been moved, and what moves it. */
export const positionMove = (
  place: DeliveryPlace,
  taking: DeliveryTaking,
): [{ _id: string; position: number }, { $set: Partial<DeliveryPositionDocument> }] => [
  { _id: positionKey(place, taking), position: taking.from },
  {
    $set: { position: taking.to, ...(taking.takenAt === null ? {} : { takenAt: taking.takenAt }) },
  },
];

const parkAll = async (
  { database, options }: Transaction,
  place: DeliveryPlace,
  parked: readonly Parking[],
  now: number,
): Promise<void> => {
  if (parked.length === 0) return;
  const { session, maxTimeMS } = options();
  await database.collection<LaneDocument>(COLLECTIONS.deliveryLanes).bulkWrite(
    parked.map((parking) => laneUpdate(place, parking, now)),
    { session, maxTimeMS },
  );
  await database.collection<ParcelDocument>(COLLECTIONS.deliveryParcels).bulkWrite(
    parked.map(({ parcel }) => replacement(parcelDocument(place, parcel))),
    { session, maxTimeMS },
  );
};

/** A lane that is there is due no later than it was. */
const laneUpdate = (
  place: DeliveryPlace,
  { parcel, dueAt }: Parking,
  now: number,
): AnyBulkWriteOperation<LaneDocument> => {
  const due = dueAt === null ? { $ifNull: ['$dueAt', now] } : { $min: ['$dueAt', dueAt] };
  const told = { of: placeKey(place), lane: parcel.lane, ...ownerMember(place, parcel) };
  const named = Object.fromEntries(Object.entries(told).map(([name, value]) => [name, { $literal: value }]));
  return {
    updateOne: {
      filter: { _id: placeKey(place, parcel.lane) },
      update: [{ $set: { ...named, dueAt: due } }],
      upsert: true,
    },
  };
};

const replacement = <T extends Document & { readonly _id: string }>({ _id, ...rest }: T) => ({
  replaceOne: { filter: { _id }, replacement: rest, upsert: true },
});

const putFailures = async (
  { database, options }: Transaction,
  place: DeliveryPlace,
  failed: readonly FailedParcel[],
): Promise<void> => {
  if (failed.length === 0) return;
  const { session, maxTimeMS } = options();
  await database.collection<FailureDocument>(COLLECTIONS.deliveryFailures).bulkWrite(
    failed.map((parcel) => replacement(failureDocument(place, parcel))),
    { session, maxTimeMS },
  );
};

/** Takes what has gone out of a lane, and makes the rest due; a lane in which nothing is left ends. */
export const proceedInLane = async (
  transaction: Transaction,
  place: DeliveryPlace,
  { lane, gone, failed, tried, dueAt }: LaneProgress,
): Promise<Verdict<void>> => {
  await removeIds(
    transaction,
    COLLECTIONS.deliveryParcels,
    gone.map((at) => parcelKey(place, lane, at)),
  );
  await putFailures(transaction, place, failed);
  if (tried !== null) await noteTry(transaction, place, tried);
  await setDue(transaction, place, lane, dueAt);
  return { apply: true, result: undefined };
};

/** Whoever was erased meanwhile does not come back with a try. */
const noteTry = async (
  { database, options }: Transaction,
  place: DeliveryPlace,
  tried: WaitingParcel,
): Promise<void> => {
  const { session, maxTimeMS } = options();
  const { _id, body } = parcelDocument(place, tried);
  await database
    .collection<ParcelDocument>(COLLECTIONS.deliveryParcels)
    .updateOne({ _id }, { $set: { body } }, { session, maxTimeMS });
};

const setDue = async (
  transaction: Transaction,
  place: DeliveryPlace,
  lane: LaneName,
  dueAt: number,
): Promise<void> => {
  const key = placeKey(place, lane);
  const [first] = await idsOf(transaction, COLLECTIONS.deliveryParcels, { _id: keysBehind(key) }, 1);
  if (first === undefined) {
    await removeIds(transaction, COLLECTIONS.deliveryLanes, [key]);
    return;
  }
  const { session, maxTimeMS } = transaction.options();
  await transaction.database
    .collection<LaneDocument>(COLLECTIONS.deliveryLanes)
    .updateOne({ _id: key }, { $set: { dueAt } }, { session, maxTimeMS });
};

/** Puts parcels that were laid aside back into their lanes; how many. */
export const replayFailures = async (
  transaction: Transaction,
  place: DeliveryPlace,
  { ids, limit, dueAt }: Parameters<DeliveryStore['replayFailed']>[2],
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
  const parked = documents.map(({ body }): Parking => {
    const { failedAt: _, ...parcel } = JSON.parse(body) as FailedParcel;
    return { parcel: { ...parcel, parkedAt: now, tries: 0 }, dueAt };
  });
  await removeIds(
    transaction,
    COLLECTIONS.deliveryFailures,
    documents.map(({ _id }) => _id),
  );
  await parkAll(transaction, place, parked, now);
  return { apply: true, result: parked.length };
};
