import type { AccountName } from '@kith/domain/pipeline';
import type { Umid } from '@kith/domain/identity';
import { removeItems } from '../profiles/outbox-rows.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** Removes what waits to be published about umids, but the word of the erasure; answers how much that was. */
export const clearOutbox = (
  store: StoreCollections,
  account: AccountName,
  umids: ReadonlySet<Umid>,
): number =>
  removeItems(
    store,
    Infinity,
    (item) =>
      item.account === account && umids.has(item.change.umid) && item.change.type !== 'profile.erased',
  );
