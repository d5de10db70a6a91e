import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Activity, EventId } from '@kith/domain/tracking';
import type { Signal } from '@kith/platform';
import type { Newcomer, TrackingCommit, TrackingState, TrackingStore, TrackingWrites } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import { accountKey } from '../engine/keys.ts';
import { refusalOf } from '../engine/refusal-of.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import { putIdentifier, putProfile } from '../profiles/commit-writes.ts';
import { putChanges } from '../profiles/outbox.ts';
import { putDevice } from '../profiles/ownership-index.ts';
import { suppressedOf, timesSuppressedIn } from '../profiles/suppressions.ts';
import { readEvents } from './read-events.ts';
import { putDeadLetter } from './stored-dead-letters.ts';
import { putEvent } from './stored-events.ts';

/** Events and activity in the embedded store; `changed` is notified when newcomers left changes. */
export const createTrackingStore = (
  environment: Environment,
  store: StoreCollections,
  changed: Signal,
): TrackingStore => ({
  position: (deadline, topic, partition) =>
    environment.read(deadline, () => store.offsets.get([topic, partition]) ?? 0),
  state: ({ account, deadline }, eventIds, umids) =>
    environment.read(deadline, () => stateOf(store, account, eventIds, umids)),
  async record(deadline, commit) {
    const recording = environment.write(
      deadline,
      () => recordBatches(store, commit),
      ({ newcomers }) => newcomers && changed.notify(),
    );
    return recording.then(({ result }) => result, refusalOf);
  },
  events: (scope, umid, limit, from = {}) =>
    readEvents(environment, store, scope, { umids: [umid], limit, ...from }),
});

const recordBatches = (
  store: StoreCollections,
  { moves, writes, deadLetters = [] }: TrackingCommit,
): { readonly result: 'recorded' | 'fenced' | 'stale'; readonly newcomers: boolean } => {
  if (moves.some(({ topic, partition, from }) => (store.offsets.get([topic, partition]) ?? 0) !== from)) {
    return { result: 'fenced', newcomers: false };
  }
  if (hasKnownEvent(store, writes) || hasErased(store, writes) || wasReplaced(store, writes)) {
    return { result: 'stale', newcomers: false };
  }
  const arrivals = Array.from(writes, ([account, ofAccount]) => writeTracking(store, account, ofAccount));
  deadLetters.forEach((deadLetter) => putDeadLetter(store, deadLetter));
  for (const { topic, partition, to } of moves) store.offsets.put([topic, partition], to);
  return { result: 'recorded', newcomers: arrivals.includes(true) };
};

const hasKnownEvent = (store: StoreCollections, writes: TrackingCommit['writes']): boolean =>
  Array.from(writes).some(([account, { events }]) =>
    events.some(({ id }) => store.eventIds.has(accountKey(account, id))),
  );

const hasErased = (store: StoreCollections, writes: TrackingCommit['writes']): boolean =>
  Array.from(writes).some(
    ([account, { unsuppressed = [], timesSuppressed }]) =>
      suppressedOf(store, account, unsuppressed).length > 0 ||
      (timesSuppressed !== undefined && timesSuppressed !== timesSuppressedIn(store, account)),
  );

const NOTHING_READ: NonNullable<TrackingWrites['continued']> = new Map();

/** Whether an activity is another one than was read, or there is one where there was none. */
const wasReplaced = (store: StoreCollections, writes: TrackingCommit['writes']): boolean =>
  Array.from(writes).some(([account, { activities, continued = NOTHING_READ }]) =>
    [...new Set([...activities.keys(), ...continued.keys()])].some((umid) => {
      const [present, read] = [store.activities.get(accountKey(account, umid)), continued.get(umid)];
      return present?.events !== read?.events || present?.recounted !== read?.recounted;
    }),
  );

const stateOf = (
  store: StoreCollections,
  account: AccountName,
  eventIds: readonly EventId[],
  umids: readonly Umid[],
): TrackingState => ({
  knownEvents: new Set(eventIds.filter((id) => store.eventIds.has(accountKey(account, id)))),
  activities: new Map(
    umids.flatMap((umid): [Umid, Activity][] => {
      const activity = store.activities.get(accountKey(account, umid));
      return activity === undefined ? [] : [[umid, activity]];
    }),
  ),
});

/** Writes what a batch does to one account; answers whether the outbox got something. */
const writeTracking = (store: StoreCollections, account: AccountName, writes: TrackingWrites): boolean => {
  const arrived = writes.newcomers.filter((newcomer) => putNewcomer(store, account, newcomer));
  // One row for all of them: each row is put, read again by the relay and removed.
  putChanges(
    store,
    account,
    arrived.map(({ change }) => change),
  );
  for (const event of writes.events) putEvent(store, account, event);
  for (const [umid, activity] of writes.activities) {
    store.activities.put(accountKey(account, umid), activity);
  }
  return arrived.length > 0;
};

/** Whether the newcomer was unknown; where the resolver was faster, its profile and device stay as they are. */
const putNewcomer = (store: StoreCollections, account: AccountName, newcomer: Newcomer): boolean => {
  const { profile, device } = newcomer;
  const profileKey = accountKey(account, profile.umid);
  if (store.profiles.has(profileKey)) return false;
  putProfile(store, account, profile, true);
  putIdentifier(store, account, { name: 'profileId', value: profile.profileId, umid: profile.umid });
  const deviceKey = accountKey(account, device.umdid);
  if (!store.devices.has(deviceKey)) putDevice(store, account, device);
  return true;
};
