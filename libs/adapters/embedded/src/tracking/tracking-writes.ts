import type { AccountName } from '@kith/domain/pipeline';
import type { Newcomer, TrackingWrites } from '@kith/ports';
import { putDevice } from '../profiles/ownership-index.ts';
import { putIdentifier, putProfile } from '../profiles/commit-writes.ts';
import { accountKey } from '../engine/keys.ts';
import { putChanges } from '../profiles/outbox.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import { putEvent } from './stored-events.ts';

/** Writes what a batch does to one account; answers whether the outbox got something. */
export const writeTracking = (
  store: StoreCollections,
  account: AccountName,
  writes: TrackingWrites,
): boolean => {
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
