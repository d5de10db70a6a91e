import { queueOf } from '@kith/domain/destinations';
import type { Signal } from '@kith/platform';
import type {
  DestinationControl,
  DestinationIntake,
  DestinationLease,
  DestinationPlace,
  DestinationStores,
  FailedDeliveries,
  FailedReplay,
  QueueProgress,
  RetryQueues,
  TakenPart,
} from '@kith/ports';
import type { DestinationCollections } from '../engine/destination-collections.ts';
import type { Environment } from '../engine/environment.ts';
import { accountKey, forwards, textDigest } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import {
  acquireLease,
  beginRound,
  openRow,
  putRow,
  rowOf,
  stateOf,
  takenBefore,
} from './destination-rows.ts';
import { createEndRemovals, recordsIn, type EndRemovals, type RemovalsEnded } from './end-removals.ts';
import { createSharedRecords, destinationsWithRecords } from './shared-records.ts';
import {
  deliveriesIn,
  enqueue,
  failedPage,
  putFailed,
  queuesDueBy,
  removeFailed,
  removeQueued,
  replaceQueued,
  setDue,
} from './stored-deliveries.ts';

/** What the stores of destinations stand on. */
export interface DestinationStoresDeps {
  readonly environment: Environment;
  readonly store: StoreCollections;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Notified when the file is to be scrubbed. */
  readonly ended: Signal;
}

interface Deps extends DestinationStoresDeps {
  readonly endRemovals: EndRemovals;
}

/** What is kept of destinations in the embedded store. */
export const createDestinationStores = (given: DestinationStoresDeps): DestinationStores => {
  const { environment, store, ended } = given;
  const endRemovals = createEndRemovals(environment, store, ended);
  const deps = { ...given, endRemovals };
  return {
    of: (place) => ({
      lease: leaseOf(deps, place),
      control: controlOf(deps, place),
      intake: intakeOf(deps, place),
      retries: retriesOf(deps, place),
      failures: failuresOf(deps, place),
      shared: createSharedRecords(environment, store, endRemovals, place),
    }),
    withSharedRecords: ({ account, deadline }) =>
      environment.read(deadline, () => destinationsWithRecords(store, account)),
  };
};

const leaseOf = ({ environment, store, clock }: Deps, place: DestinationPlace): DestinationLease => ({
  acquire: (deadline, holder, forMs) =>
    environment.write(deadline, () => acquireLease(store, place, { holder, now: clock(), forMs })),
  release: (deadline, holder) =>
    environment.write(deadline, () => {
      const row = rowOf(store, place);
      if (row?.holder === holder) putRow(store, place, { ...row, holder: null, heldUntil: 0 });
    }),
});

const controlOf = ({ environment, store }: Deps, place: DestinationPlace): DestinationControl => ({
  state: (deadline) =>
    environment.read(deadline, () => {
      const row = rowOf(store, place);
      return row === undefined || row.round === 0 ? null : stateOf(row);
    }),
  open: (deadline, first) => environment.write(deadline, () => stateOf(openRow(store, place, first))),
  setPaused: (deadline, isPaused, since) =>
    environment.write(deadline, () => {
      putRow(store, place, { ...openRow(store, place, { isPaused, since }), isPaused });
    }),
  restart: (deadline, since) => environment.write(deadline, () => beginRound(store, place, since)),
  setReviewed: (deadline, rules) =>
    environment.write(deadline, () => {
      const row = rowOf(store, place);
      if (row !== undefined) putRow(store, place, { ...row, reviewed: rules });
    }),
  counts: (deadline) =>
    environment.read(deadline, () => ({
      waiting: store.queuedDeliveries.count(forwards(place.account, place.destination)),
      failed: store.failedDeliveries.count(forwards(place.account, place.destination)),
    })),
});

const intakeOf = ({ environment, store, clock }: Deps, place: DestinationPlace): DestinationIntake => ({
  progress: (deadline, topic, partition) =>
    environment.read(deadline, () => ({
      position: store.deliveryPositions.get(positionKey(place, topic, partition)) ?? 0,
      takenBefore: takenBefore(store, place, topic, partition),
    })),
  commit: (deadline, part) => environment.write(deadline, () => commit(store, place, part, clock())),
});

const positionKey = ({ account, destination }: DestinationPlace, topic: string, partition: number) =>
  accountKey(account, destination, topic, partition);

const commit = (
  store: DestinationCollections,
  place: DestinationPlace,
  { topic, partition, round, from, to, takenAt, queued, failed }: TakenPart,
  now: number,
): 'taken' | 'fenced' => {
  const row = rowOf(store, place);
  const key = positionKey(place, topic, partition);
  if (row?.round !== round || (store.deliveryPositions.get(key) ?? 0) !== from) return 'fenced';
  store.deliveryPositions.put(key, to);
  if (takenAt !== null) putRow(store, place, { ...row, takenAt: { ...row.takenAt, [topic]: takenAt } });
  for (const entry of queued) enqueue(store, place, entry, now);
  for (const delivery of failed) putFailed(store, place, delivery);
  return 'taken';
};

const retriesOf = ({ environment, store, endRemovals }: Deps, place: DestinationPlace): RetryQueues => {
  const { account, destination } = place;
  return {
    occupied: (deadline, umids) =>
      environment.read(deadline, () => {
        const queues = umids.map(queueOf);
        return new Set(
          queues.filter((queue) => store.retryQueues.has(accountKey(account, destination, queue))),
        );
      }),
    due: (deadline, by, limit) => environment.read(deadline, () => queuesDueBy(store, place, by, limit)),
    first: (deadline, queue, limit) =>
      environment.read(deadline, () => deliveriesIn(store, place, queue, limit)),
    heads: (deadline, limit) =>
      environment.read(deadline, () =>
        queuesDueBy(store, place, Infinity, limit).flatMap(({ queue }) =>
          deliveriesIn(store, place, queue, 1),
        ),
      ),
    proceed: (deadline, progress) =>
      endRemovals({ account, deadline }, () => proceed(store, place, progress)),
  };
};

const proceed = (
  store: DestinationCollections,
  place: DestinationPlace,
  { queue, gone, failed, tried, dueAt }: QueueProgress,
): RemovalsEnded<void> => {
  const removed = removeQueued(store, place, queue, gone);
  for (const delivery of failed) putFailed(store, place, delivery);
  // Whoever was erased meanwhile does not come back with a try.
  if (tried !== null) replaceQueued(store, place, tried);
  setDue(store, place, queue, dueAt);
  return { result: undefined, ended: recordsIn(removed) };
};

const failuresOf = (
  { environment, store, clock, endRemovals }: Deps,
  place: DestinationPlace,
): FailedDeliveries => ({
  page: (deadline, page) => environment.read(deadline, () => failedPage(store, place, page)),
  replay: (deadline, replay) =>
    environment.write(deadline, () => replayFailed(store, place, replay, clock())),
  removeBefore: (deadline, failedBefore, limit) =>
    endRemovals({ account: place.account, deadline }, () =>
      removeFailedBefore(store, place, failedBefore, limit),
    ),
});

const replayFailed = (
  store: DestinationCollections,
  place: DestinationPlace,
  { ids, limit, dueAt }: FailedReplay,
  now: number,
): number => {
  const asked = ids ?? failedPage(store, place, { limit }).map(({ id }) => id);
  const deliveries = asked.slice(0, limit).flatMap((id) => removeFailed(store, place, textDigest(id)) ?? []);
  for (const { failedAt: _, ...delivery } of deliveries) {
    enqueue(store, place, { delivery: { ...delivery, queuedAt: now, tries: 0 }, dueAt }, now);
  }
  return deliveries.length;
};

const removeFailedBefore = (
  store: DestinationCollections,
  place: DestinationPlace,
  failedBefore: number,
  limit: number,
): RemovalsEnded<number> => {
  const old = failedPage(store, place, { limit }).filter(({ failedAt }) => failedAt < failedBefore);
  for (const { id } of old) removeFailed(store, place, textDigest(id));
  return { result: old.length, ended: recordsIn(old) };
};
