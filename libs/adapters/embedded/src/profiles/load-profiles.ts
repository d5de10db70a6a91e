import type { AccountName } from '@kith/domain/pipeline';
import {
  boundTo,
  isStrayed,
  type Device,
  type Identifier,
  type Profile,
  type Umid,
} from '@kith/domain/identity';
import type { Found, Loaded, Owner, Wanted } from '@kith/domain/resolution';

import { suppressedOf } from './suppressions.ts';
import { livingProfile } from './follow-redirects.ts';
import { accountKey, identifierDigest } from '../engine/keys.ts';
import { holdersOf } from './shared-holders.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** Everything that the wanted keys lead to; to be called in one read. */
export const loadWanted = (store: StoreCollections, account: AccountName, wanted: Wanted): Loaded => {
  const device = deviceOf(store, account, wanted);
  return {
    device,
    current: device === null ? null : currentOf(store, account, device),
    profiles: (wanted.umids ?? []).flatMap((umid) => found(store, account, umid)),
    owners: (wanted.identifiers ?? []).flatMap((identifier) => owner(store, account, identifier)),
    holders: (wanted.shared ?? []).flatMap((identifier) => holders(store, account, identifier)),
    ...(wanted.suppressions === undefined
      ? {}
      : { suppressions: suppressedOf(store, account, wanted.suppressions) }),
  };
};

const deviceOf = (store: StoreCollections, account: AccountName, { umdid }: Wanted): Device | null =>
  umdid === undefined ? null : (store.devices.get(accountKey(account, umdid)) ?? null);

/** Where merges have led the device; where an unmerge has undone that, from the umid that it was bound to. */
const currentOf = (store: StoreCollections, account: AccountName, device: Device): Profile | null => {
  const profile = livingProfile(store, account, device.umid);
  return isStrayed(device, profile) ? livingProfile(store, account, boundTo(device)) : profile;
};

const found = (store: StoreCollections, account: AccountName, umid: Umid): readonly Found[] => {
  const profile = livingProfile(store, account, umid);
  return profile === null ? [] : [{ umid, profile }];
};

const owner = (
  store: StoreCollections,
  account: AccountName,
  { name, value }: Identifier,
): readonly Owner[] => {
  const owned = store.identifiers.get(accountKey(account, identifierDigest({ name, value })));
  const profile = owned === undefined ? null : livingProfile(store, account, owned.umid);
  return owned === undefined || profile === null ? [] : [{ name, value, storedUmid: owned.umid, profile }];
};

const holders = (
  store: StoreCollections,
  account: AccountName,
  { name, value }: Identifier,
): Loaded['holders'] => {
  const umids = holdersOf(store, account, { name, value });
  return umids.length === 0 ? [] : [{ name, value, umids }];
};
