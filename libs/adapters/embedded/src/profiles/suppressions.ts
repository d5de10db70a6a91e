import type { AccountName } from '@kith/domain/pipeline';
import type { Suppression, SuppressionKey } from '@kith/domain/privacy';
import { accountKey } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** What of the asked is suppressed; to be called in a read or a write transaction. */
export const suppressedOf = (
  store: StoreCollections,
  account: AccountName,
  keys: readonly SuppressionKey[],
): readonly Suppression[] =>
  keys.flatMap((key) => {
    const at = store.suppressions.get(accountKey(account, key));
    return at === undefined ? [] : [{ key, at }];
  });

/** Notes keyed hashes; of the same one noted again, the later time counts. */
export const suppress = (
  store: StoreCollections,
  account: AccountName,
  suppressions: readonly Suppression[],
): void => {
  for (const { key, at } of suppressions) store.suppressions.put(accountKey(account, key), at);
};
