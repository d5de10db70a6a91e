import type { AccountName } from '@kith/domain/pipeline';
import { accountKey } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import type { StoredErasure } from '../engine/store-rows.ts';

export const storedErasure = (
  store: StoreCollections,
  account: AccountName,
  id: string,
): StoredErasure | null => store.erasures.get(accountKey(account, id)) ?? null;

export const putErasure = (store: StoreCollections, account: AccountName, stored: StoredErasure): void =>
  store.erasures.put(accountKey(account, stored.erasure.id), stored);
