import type { AccountName } from '@kith/domain/pipeline';
import type { Profile, Umdid, Umid } from '@kith/domain/identity';
import { umidsOfPerson } from '@kith/domain/privacy';
import type { Activity } from '@kith/domain/tracking';
import { type Signal } from '@kith/platform';
import type { Expiry, ExpiryOutcome, ExpiryStore, IdleVisitor } from '@kith/ports';
import { clearStored, type Removed } from './clear-umid.ts';
import type { Environment } from '../engine/environment.ts';
import { devicesOf, forgetStaleDevices } from './erasure-store.ts';
import { suppress } from '../profiles/suppressions.ts';
import { forgetIdle, forgetVacant, moveIdle, placesBefore, profileAt } from '../profiles/idle-visitors.ts';
import { talliedSince, putTallies } from '../profiles/head-tallies.ts';
import { accountKey, forwards } from '../engine/keys.ts';
import { putChanges } from '../profiles/outbox.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import { removeEventsOf, removeReceivedBefore } from '../tracking/stored-events.ts';

const WITHOUT_END = Number.MAX_SAFE_INTEGER;

/** Removes what expired from the embedded store; `changed` is notified when a visitor left its change in the outbox. */
export const createExpiryStore = (
  environment: Environment,
  store: StoreCollections,
  changed: Signal,
): ExpiryStore => ({
  // One process has the data, so it is always its turn.
  takeTurn: async () => true,
  async idleVisitors({ account, deadline }, seenBefore, limit) {
    for (;;) {
      const { places, visitors } = await environment.read(deadline, () =>
        lookForIdle(store, account, seenBefore, limit),
      );
      if (visitors.length === places.length) return visitors;
      // A vacant place would be in the way of those behind it, at every look.
      await environment.write(deadline, () => forgetVacant(store, account, places));
    }
  },
  putOff: ({ account, deadline }, profile, seenAt) =>
    environment.write(deadline, () => putOff(store, account, profile, seenAt)),
  expire: ({ account, deadline }, expiry, limit) =>
    environment.write(
      deadline,
      () => expire(store, account, expiry, limit),
      ({ kind }) => kind === 'expired' && changed.notify(),
    ),
  removeEvents: ({ account, deadline }, receivedBefore, limit) =>
    environment.write(deadline, () => removeReceivedBefore(store, account, receivedBefore, limit)),
});

const lookForIdle = (store: StoreCollections, account: AccountName, seenBefore: number, limit: number) => {
  const places = placesBefore(store, account, seenBefore, limit);
  const visitors = places.flatMap((place): IdleVisitor[] => {
    const profile = profileAt(store, account, place);
    if (profile === null) return [];
    return [{ profile, activities: activitiesOf(store, account, umidsOfPerson(profile)) }];
  });
  return { places, visitors };
};

const activitiesOf = (
  store: StoreCollections,
  account: AccountName,
  umids: readonly Umid[],
): ReadonlyMap<Umid, Activity> =>
  new Map(
    umids.flatMap((umid): [Umid, Activity][] => {
      const activity = store.activities.get(accountKey(account, umid));
      return activity === undefined ? [] : [[umid, activity]];
    }),
  );

const putOff = (
  store: StoreCollections,
  account: AccountName,
  profile: Profile,
  seenAt: number | null,
): void => {
  if (!isAsRead(store, account, profile)) return;
  if (seenAt === null) forgetIdle(store, account, profile.umid);
  else moveIdle(store, account, profile.umid, seenAt);
};

const isAsRead = (store: StoreCollections, account: AccountName, { umid, version }: Profile): boolean => {
  const present = store.profiles.get(accountKey(account, umid));
  return present?.kind === 'profile' && present.version === version;
};

const expire = (
  store: StoreCollections,
  account: AccountName,
  expiry: Expiry,
  limit: number,
): ExpiryOutcome => {
  const umids = umidsOfPerson(expiry.profile);
  const isSame =
    isAsRead(store, account, expiry.profile) && talliedSince(store, account, expiry.tallies).length === 0;
  if (!isSame || hasGrown(store, account, umids, expiry)) return { kind: 'conflict' };
  const crowded = umids.find((umid) => countEvents(store, account, umid, limit + 1) > limit);
  if (crowded !== undefined) {
    return { kind: 'more', events: removeEventsOf(store, account, crowded, limit) };
  }
  return expireWhole(store, account, umids, expiry);
};

const hasGrown = (
  store: StoreCollections,
  account: AccountName,
  umids: readonly Umid[],
  { activities: read }: Expiry,
): boolean => {
  const present = activitiesOf(store, account, umids);
  return umids.some(
    (umid) =>
      present.get(umid)?.events !== read.get(umid)?.events ||
      present.get(umid)?.recounted !== read.get(umid)?.recounted,
  );
};

const countEvents = (store: StoreCollections, account: AccountName, umid: Umid, limit: number): number =>
  store.events.keys({ ...forwards(account, umid), limit }).length;

const expireWhole = (
  store: StoreCollections,
  account: AccountName,
  umids: readonly Umid[],
  { change, notes, tallies }: Expiry,
): ExpiryOutcome => {
  const umdids: Umdid[] = [];
  const removed: Partial<Record<keyof Removed, number>> = {};
  for (const umid of umids) {
    const devices = devicesOf(store, account, umid, WITHOUT_END);
    for (const { umdid } of devices) store.devices.remove(accountKey(account, umdid));
    umdids.push(...devices.map(({ umdid }) => umdid));
    forgetStaleDevices(store, account, umid, WITHOUT_END);
    for (const [kind, count] of Object.entries(clearStored(store, account, umid, WITHOUT_END))) {
      removed[kind as keyof Removed] = (removed[kind as keyof Removed] ?? 0) + count;
    }
  }
  putTallies(store, account, tallies);
  suppress(store, account, notes);
  putChanges(store, account, [change]);
  return { kind: 'expired', umdids, removed: { ...removed, devices: umdids.length } };
};
