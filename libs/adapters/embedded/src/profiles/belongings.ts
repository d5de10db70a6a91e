import type { AccountName } from '@kith/domain/pipeline';
import { boundTo, type Device, type Umid } from '@kith/domain/identity';
import { accountKey, forwards } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** What is stored under a key of its own and names a umid. */
export type Belonging = 'device' | 'identifier' | 'holding';

/**
 * Notes that something names a umid, so that whoever removes the person finds it without a scan. It is only a hint:
 * what has gone to another umid since is passed over there.
 */
export const noteBelonging = (
  store: StoreCollections,
  account: AccountName,
  umid: Umid,
  kind: Belonging,
  key: string,
): void => {
  const noted = accountKey(account, umid, kind, key);
  if (!store.belongings.has(noted)) store.belongings.put(noted, true);
};

/** The same without a look whether it is noted already, for what comes to a umid seldom twice. */
export const putBelonging = (
  store: StoreCollections,
  account: AccountName,
  umid: Umid,
  kind: Belonging,
  key: string,
): void => store.belongings.put(accountKey(account, umid, kind, key), true);

/** Stores a device, and notes to whom it was bound. */
export const putDevice = (store: StoreCollections, account: AccountName, device: Device): void => {
  store.devices.put(accountKey(account, device.umdid), device);
  noteBelonging(store, account, boundTo(device), 'device', device.umdid);
};

/** The keys of what was noted under a umid. */
export const belongingsOf = (
  store: StoreCollections,
  account: AccountName,
  umid: Umid,
  kind: Belonging,
  limit: number,
): readonly string[] =>
  store.belongings.keys({ ...forwards(account, umid, kind), limit }).map((key) => String(key[3]));

/** Forgets what was noted. */
export const forgetBelonging = (
  store: StoreCollections,
  account: AccountName,
  umid: Umid,
  kind: Belonging,
  key: string,
): void => void store.belongings.remove(accountKey(account, umid, kind, key));
