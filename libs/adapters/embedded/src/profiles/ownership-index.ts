import type { AccountName } from '@kith/domain/pipeline';
import { boundTo, type Device, type Umid } from '@kith/domain/identity';
import { accountKey, forwards } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** Something that is stored under a key of its own and names a umid. */
export interface Owned {
  readonly umid: Umid;
  readonly kind: 'device' | 'identifier' | 'holding';
  readonly key: string;
}

/**
 * Notes that something names a umid, so that whoever removes the person finds it without a scan. It is only a hint:
 * what has gone to another umid since is passed over there.
 */
export const noteOwned = (store: StoreCollections, account: AccountName, owned: Owned): void => {
  const entry = entryOf(account, owned);
  if (!store.ownershipIndex.has(entry)) store.ownershipIndex.put(entry, true);
};

/** The same without a look whether it is noted already, for what comes to a umid seldom twice. */
export const putOwned = (store: StoreCollections, account: AccountName, owned: Owned): void =>
  store.ownershipIndex.put(entryOf(account, owned), true);

/** Stores a device, and notes to whom it was bound. */
export const putDevice = (store: StoreCollections, account: AccountName, device: Device): void => {
  store.devices.put(accountKey(account, device.umdid), device);
  noteOwned(store, account, { umid: boundTo(device), kind: 'device', key: device.umdid });
};

/** The keys of what was noted under a umid, at most `limit` of them. */
export const ownedKeys = (
  store: StoreCollections,
  account: AccountName,
  { umid, kind }: Omit<Owned, 'key'>,
  limit: number,
): readonly string[] =>
  store.ownershipIndex.keys({ ...forwards(account, umid, kind), limit }).map((key) => String(key[3]));

/** Forgets what was noted. */
export const forgetOwned = (store: StoreCollections, account: AccountName, owned: Owned): void =>
  void store.ownershipIndex.remove(entryOf(account, owned));

const entryOf = (account: AccountName, { umid, kind, key }: Owned) => accountKey(account, umid, kind, key);
