import type { WaitingParcel } from '@kith/domain/destinations';
import type { DeliveryStore, DestinationRegister, DueLane } from '@kith/ports';
import type { DeliveryCollections } from '../engine/delivery-collections.ts';
import { beginRound, openRow, placeOf, putRow, rowOf, stateOf } from './destination-rows.ts';
import type { Environment } from '../engine/environment.ts';
import { forwards, textDigest } from '../engine/keys.ts';
import { failedOf, parcelsOf, parkParcel, removeFailed, type DeliveryPlace } from './stored-parcels.ts';

/** What commands ask about destinations and say of them. */
export const createDestinationRegister = (
  environment: Environment,
  store: DeliveryCollections,
  clock: () => number,
): DestinationRegister => ({
  state: (scope, destination) =>
    environment.read(scope.deadline, () => {
      const row = rowOf(store, placeOf(scope, destination));
      return row === undefined || row.round === 0 ? null : stateOf(row);
    }),
  counts: ({ account, deadline }, destination) =>
    environment.read(deadline, () => ({
      waiting: store.waitingParcels.count(forwards(account, destination)),
      failed: store.failedParcels.count(forwards(account, destination)),
    })),
  waiting: (scope, destination, limit) =>
    environment.read(scope.deadline, () => waitingFirst(store, placeOf(scope, destination), limit)),
  failed: (scope, destination, page) =>
    environment.read(scope.deadline, () => failedOf(store, placeOf(scope, destination), page)),
  setPaused: (scope, destination, isPaused, since) =>
    environment.write(scope.deadline, () => {
      const place = placeOf(scope, destination);
      putRow(store, place, { ...openRow(store, place, { isPaused, since }), isPaused });
    }),
  replayFailed: (scope, destination, replay) =>
    environment.write(scope.deadline, () =>
      replayFailed(store, placeOf(scope, destination), replay, clock()),
    ),
  beginAgain: (scope, destination, since) =>
    environment.write(scope.deadline, () => beginRound(store, placeOf(scope, destination), since)),
});

/** Lanes that are due by then, the longest due first. */
export const dueBy = (
  store: DeliveryCollections,
  { account, destination }: DeliveryPlace,
  by: number,
  limit: number,
): readonly DueLane[] =>
  store.lanesByDue
    .keys({ ...forwards(account, destination), limit })
    .map(([, , dueAt, lane]) => ({ lane: String(lane), dueAt: Number(dueAt) }))
    .filter(({ dueAt }) => dueAt <= by);

const waitingFirst = (
  store: DeliveryCollections,
  place: DeliveryPlace,
  limit: number,
): readonly WaitingParcel[] =>
  dueBy(store, place, Infinity, limit).flatMap(({ lane }) => parcelsOf(store, place, lane, 1));

const replayFailed = (
  store: DeliveryCollections,
  place: DeliveryPlace,
  { ids, limit, dueAt }: Parameters<DeliveryStore['replayFailed']>[2],
  now: number,
): number => {
  const digests = ids ?? failedOf(store, place, { limit }).map(({ id }) => id);
  const parcels = digests.slice(0, limit).flatMap((id) => removeFailed(store, place, textDigest(id)) ?? []);
  for (const { failedAt: _, ...parcel } of parcels) {
    parkParcel(store, place, { parcel: { ...parcel, parkedAt: now, tries: 0 }, dueAt }, now);
  }
  return parcels.length;
};
