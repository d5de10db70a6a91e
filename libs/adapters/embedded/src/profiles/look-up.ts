import type { Profile, StoredProfile, Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { IdentityRows, OwnedIdentifier, RedirectMark } from '@kith/domain/resolution';
import type { AccountKeys } from '@kith/ports';
import { accountKey, identifierDigest } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import { holdingsOf } from './shared-holders.ts';
import { suppressedOf } from './suppressions.ts';

/** What is stored under full keys; to be called in one read. */
export const lookUp = (store: StoreCollections, { account, keys }: AccountKeys): IdentityRows => ({
  profiles: keys.umids.flatMap((umid) => profileUnder(store, account, umid)),
  devices: keys.umdids.flatMap((umdid) => store.devices.get(accountKey(account, umdid)) ?? []),
  owners: keys.identifiers.flatMap(({ name, value }): readonly OwnedIdentifier[] => {
    const owned = store.identifiers.get(accountKey(account, identifierDigest({ name, value })));
    return owned === undefined ? [] : [{ name, value, umid: owned.umid }];
  }),
  holdings: keys.shared.flatMap((identifier) => holdingsOf(store, account, identifier)),
  suppressions: suppressedOf(store, account, keys.suppressions),
});

const profileUnder = (
  store: StoreCollections,
  account: AccountName,
  umid: Umid,
): readonly (Profile | RedirectMark)[] => {
  const key = accountKey(account, umid);
  const stored: StoredProfile | undefined = store.profiles.get(key);
  if (stored === undefined) return [];
  if (stored.kind === 'profile') return [stored];
  const shortcut = store.shortcuts.get(key);
  const { to, version } = stored;
  return [{ kind: 'redirect', umid, to, version, ...(shortcut === undefined ? {} : { shortcut }) }];
};
