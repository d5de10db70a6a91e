import type { AccountName } from '@kith/domain/pipeline';
import type { Erasure } from '@kith/domain/privacy';
import { accountKey } from './keys.ts';
import type { StoreCollections } from './store-collections.ts';

/** An erasure as it is stored: how far the outbox and the log have been looked through beside the umids. */
export interface StoredErasure {
  readonly erasure: Erasure;
  /** The topics that are still to be looked through, in their order, and from where in the first of them. */
  readonly topics: readonly string[];
  readonly from: number;
}

export const storedErasure = (
  store: StoreCollections,
  account: AccountName,
  id: string,
): StoredErasure | null => store.erasures.get(accountKey(account, id)) ?? null;

export const putErasure = (store: StoreCollections, account: AccountName, stored: StoredErasure): void =>
  store.erasures.put(accountKey(account, stored.erasure.id), stored);
