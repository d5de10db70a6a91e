import type { FailedParcel, WaitingParcel } from '@kith/domain/destinations';
import type { DeliveryStore, DestinationRegister, DueLane, Scope } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import {
  failurePlace,
  placeKey,
  type DeliveryPlace,
  type FailureDocument,
  type LaneDocument,
  type ParcelDocument,
} from './delivery-documents.ts';
import { beginRound } from './delivery-rounds.ts';
import { replayFailures } from './delivery-transactions.ts';
import { openState, placeOf, stateOf, updateDestination } from './destination-state.ts';
import { keysBehind } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { transact } from '../engine/transaction.ts';

/** What commands ask about destinations and say of them, and what opens one. */
export const createDestinationRegister = (
  connection: Connection,
): DestinationRegister & Pick<DeliveryStore, 'open'> => ({
  state: (scope, destination) => stateOf(connection, scope, placeOf(scope, destination)),
  open: (scope, destination, first) => openState(connection, scope, placeOf(scope, destination), first),
  async counts(scope, destination) {
    const behind = { _id: keysBehind(placeKey(placeOf(scope, destination))) };
    const count = (collection: string): Promise<number> =>
      connection.call(scope.deadline, (bounds) =>
        connection.database
          .collection<{ readonly _id: string }>(collection)
          .countDocuments(behind, { ...bounds, hint: { _id: 1 } }),
      );
    const [waiting, failed] = await Promise.all([
      count(COLLECTIONS.deliveryParcels),
      count(COLLECTIONS.deliveryFailures),
    ]);
    return { waiting, failed };
  },
  async waiting(scope, destination, limit) {
    const place = placeOf(scope, destination);
    const lanes = await dueLanes(connection, scope, place, Number.MAX_SAFE_INTEGER, limit);
    const firsts = await Promise.all(lanes.map(({ lane }) => parcelsIn(connection, scope, place, lane, 1)));
    return firsts.flat();
  },
  async failed(scope, destination, { after, limit }) {
    const of = placeKey(placeOf(scope, destination));
    const behind = after === undefined ? {} : { place: { $gt: failurePlace(after) } };
    const documents = await connection.call(scope.deadline, (bounds) =>
      connection.database
        .collection<FailureDocument>(COLLECTIONS.deliveryFailures)
        .find({ of, ...behind }, { ...bounds, batchSize: limit + 1 })
        .sort({ place: 1 })
        .limit(limit)
        .toArray(),
    );
    return documents.map(({ body }) => JSON.parse(body) as FailedParcel);
  },
  async setPaused(scope, destination, isPaused, since) {
    const place = placeOf(scope, destination);
    await openState(connection, scope, place, { isPaused, since });
    await updateDestination(connection, scope, { _id: placeKey(place) }, { $set: { isPaused } });
  },
  replayFailed: (scope, destination, replay) =>
    transact(connection, scope.deadline, (transaction) =>
      replayFailures(transaction, placeOf(scope, destination), replay, Date.now()),
    ),
  async beginAgain(scope, destination, since) {
    const place = placeOf(scope, destination);
    await openState(connection, scope, place, { isPaused: false, since });
    await transact(connection, scope.deadline, (transaction) => beginRound(transaction, place, since));
  },
});

/** Lanes that are due by then, the longest due first. */
export const dueLanes = async (
  connection: Connection,
  { deadline }: Scope,
  place: DeliveryPlace,
  by: number,
  limit: number,
): Promise<readonly DueLane[]> => {
  const documents = await connection.call(deadline, (bounds) =>
    connection.database
      .collection<LaneDocument>(COLLECTIONS.deliveryLanes)
      .find({ of: placeKey(place), dueAt: { $lte: by } }, { ...bounds, batchSize: limit + 1 })
      .sort({ dueAt: 1, _id: 1 })
      .limit(limit)
      .toArray(),
  );
  return documents.map(({ lane, dueAt }) => ({ lane, dueAt }));
};

/** The first parcels of a lane, in their order. */
export const parcelsIn = async (
  connection: Connection,
  { deadline }: Scope,
  place: DeliveryPlace,
  lane: string,
  limit: number,
): Promise<readonly WaitingParcel[]> => {
  const documents = await connection.call(deadline, (bounds) =>
    connection.database
      .collection<ParcelDocument>(COLLECTIONS.deliveryParcels)
      .find({ _id: keysBehind(placeKey(place, lane)) }, { ...bounds, batchSize: limit + 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray(),
  );
  return documents.map(({ body }) => JSON.parse(body) as WaitingParcel);
};
