import { laneOf, type Given } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import { type Signal } from '@kith/platform';
import type { DeliveryLook, DeliveryStore, DeliveryTaking, LaneProgress } from '@kith/ports';
import type { DeliveryCollections } from '../engine/delivery-collections.ts';
import { createDestinationRegister, dueBy } from './destination-register.ts';
import { holdUntil, openRow, placeOf, putRow, rowOf, stateOf, takenBefore } from './destination-rows.ts';
import type { Environment } from '../engine/environment.ts';
import { accountKey, forwards, textDigest } from '../engine/keys.ts';
import { notedDestinations } from './noted-destinations.ts';
import { createRemovalEnding, givenIn, type RemovalsEnded } from './removal-ending.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import {
  failedOf,
  parcelsOf,
  parkParcel,
  putFailed,
  removeFailed,
  removeParcels,
  setDue,
  type DeliveryPlace,
} from './stored-parcels.ts';

/** What is on its way to destinations in the embedded store; `ended` is notified when the file is to be scrubbed. */
export const createDeliveryStore = (
  environment: Environment,
  store: StoreCollections,
  clock: () => number,
  ended: Signal,
): DeliveryStore => ({
  ...createDestinationRegister(environment, store, clock),
  ...createNotes(environment, store),
  ...createEndings(environment, store, ended),
  hold: (scope, destination, holder, forMs) =>
    environment.write(scope.deadline, () =>
      holdUntil(store, placeOf(scope, destination), holder, clock(), forMs),
    ),
  release: (scope, destination, holder) =>
    environment.write(scope.deadline, () => {
      const place = placeOf(scope, destination);
      const row = rowOf(store, place);
      if (row?.holder === holder) putRow(store, place, { ...row, holder: null, heldUntil: 0 });
    }),
  open: (scope, destination, first) =>
    environment.write(scope.deadline, () => stateOf(openRow(store, placeOf(scope, destination), first))),
  noteReviewed: (scope, destination, rules) =>
    environment.write(scope.deadline, () => {
      const place = placeOf(scope, destination);
      const row = rowOf(store, place);
      if (row !== undefined) putRow(store, place, { ...row, reviewed: rules });
    }),
  reached: (scope, destination, topic, partition) =>
    environment.read(scope.deadline, () => ({
      position: store.deliveryPositions.get(accountKey(scope.account, destination, topic, partition)) ?? 0,
      takenBefore: takenBefore(store, placeOf(scope, destination), topic, partition),
    })),
  take: (scope, destination, taking) =>
    environment.write(scope.deadline, () => take(store, placeOf(scope, destination), taking, clock())),
  due: (scope, destination, by, limit) =>
    environment.read(scope.deadline, () => dueBy(store, placeOf(scope, destination), by, limit)),
  lane: (scope, destination, lane, limit) =>
    environment.read(scope.deadline, () => parcelsOf(store, placeOf(scope, destination), lane, limit)),
});

const createNotes = (
  environment: Environment,
  store: DeliveryCollections,
): Pick<DeliveryStore, 'look' | 'noteGiven' | 'givenPage' | 'notedDestinations' | 'countGiven'> => ({
  look: (scope, destination, umids) =>
    environment.read(scope.deadline, () => lookAt(store, placeOf(scope, destination), umids)),
  noteGiven: ({ account, deadline }, destination, given) =>
    environment.write(deadline, () => {
      for (const one of given) store.given.put(accountKey(account, destination, one.umid), one);
    }),
  givenPage: (scope, destination, after, limit) =>
    environment.read(scope.deadline, () => givenBehind(store, placeOf(scope, destination), after, limit)),
  notedDestinations: ({ account, deadline }) =>
    environment.read(deadline, () => notedDestinations(store, account)),
  countGiven: ({ account, deadline }, destination, most) =>
    environment.read(
      deadline,
      () => store.given.keys({ ...forwards(account, destination), limit: most }).length,
    ),
});

const createEndings = (
  environment: Environment,
  store: StoreCollections,
  ended: Signal,
): Pick<DeliveryStore, 'forgetGiven' | 'proceed' | 'removeFailedBefore'> => {
  const ending = createRemovalEnding(environment, store, ended);
  return {
    forgetGiven: (scope, destination, { umid, since }) =>
      ending(scope, () => {
        const key = accountKey(scope.account, destination, umid);
        const note = store.given.get(key);
        if (note?.since !== since) return { result: undefined, given: [] };
        store.given.remove(key);
        return { result: undefined, given: [note] };
      }),
    proceed: (scope, destination, progress) =>
      ending(scope, () => proceed(store, placeOf(scope, destination), progress)),
    removeFailedBefore: (scope, destination, failedBefore, limit) =>
      ending(scope, () => removeFailedBefore(store, placeOf(scope, destination), failedBefore, limit)),
  };
};

const lookAt = (
  store: DeliveryCollections,
  { account, destination }: DeliveryPlace,
  umids: readonly Umid[],
): DeliveryLook => {
  const lanes = umids.map(laneOf).filter((lane) => store.lanes.has(accountKey(account, destination, lane)));
  const given = umids.flatMap((umid) => store.given.get(accountKey(account, destination, umid)) ?? []);
  return { waiting: new Set(lanes), given: new Map(given.map((one) => [one.umid, one])) };
};

const givenBehind = (
  store: DeliveryCollections,
  { account, destination }: DeliveryPlace,
  after: Umid | null,
  limit: number,
): readonly Given[] => {
  const start = after === null ? {} : { start: [account, destination, after] };
  const range = { ...forwards(account, destination), ...start, limit: limit + 1 };
  return store.given
    .values(range)
    .filter(({ umid }) => umid !== after)
    .slice(0, limit);
};

const take = (
  store: DeliveryCollections,
  place: DeliveryPlace,
  { topic, partition, round, from, to, takenAt, parked, failed }: DeliveryTaking,
  now: number,
): 'taken' | 'fenced' => {
  const row = rowOf(store, place);
  const key = accountKey(place.account, place.destination, topic, partition);
  if (row?.round !== round || (store.deliveryPositions.get(key) ?? 0) !== from) return 'fenced';
  store.deliveryPositions.put(key, to);
  if (takenAt !== null) putRow(store, place, { ...row, takenAt: { ...row.takenAt, [topic]: takenAt } });
  for (const parking of parked) parkParcel(store, place, parking, now);
  for (const parcel of failed) putFailed(store, place, parcel);
  return 'taken';
};

const proceed = (
  store: DeliveryCollections,
  place: DeliveryPlace,
  { lane, gone, failed, tried, dueAt }: LaneProgress,
): RemovalsEnded<void> => {
  const removed = removeParcels(store, place, lane, gone);
  for (const parcel of failed) putFailed(store, place, parcel);
  const key = tried === null ? null : accountKey(place.account, place.destination, lane, tried.place);
  // Whoever was erased meanwhile does not come back with a try.
  if (key !== null && tried !== null && store.waitingParcels.has(key)) store.waitingParcels.put(key, tried);
  setDue(store, place, lane, dueAt);
  return { result: undefined, given: givenIn(removed) };
};

const removeFailedBefore = (
  store: DeliveryCollections,
  place: DeliveryPlace,
  failedBefore: number,
  limit: number,
): RemovalsEnded<number> => {
  const old = failedOf(store, place, { limit }).filter(({ failedAt }) => failedAt < failedBefore);
  for (const { id } of old) removeFailed(store, place, textDigest(id));
  return { result: old.length, given: givenIn(old) };
};
