import type { AccountName } from '@kith/domain/pipeline';
import type { Umid } from '@kith/domain/identity';
import { forwards } from './keys.ts';
import type { StoreCollections } from './store-collections.ts';

/** Removes what waits to be published about umids, but the word of the erasure; answers how much that was. */
export const clearOutbox = (
  store: StoreCollections,
  account: AccountName,
  umids: ReadonlySet<Umid>,
): number => {
  const waiting = store.outbox
    .values(forwards())
    .filter((item) => item.account === account && umids.has(item.change.umid))
    .filter(({ change }) => change.type !== 'profile.erased');
  for (const { position } of waiting) store.outbox.remove([position]);
  return waiting.length;
};
