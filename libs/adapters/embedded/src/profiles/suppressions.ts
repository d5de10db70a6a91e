import type { AccountName } from '@kith/domain/pipeline';
import type { Suppression, SuppressionKey } from '@kith/domain/privacy';
import { accountKey, forwards } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** What of the asked is suppressed; to be called in a read or a write transaction. */
export const suppressedOf = (
  store: StoreCollections,
  account: AccountName,
  keys: readonly SuppressionKey[],
): readonly Suppression[] =>
  // Most accounts have erased nobody lately: then one look answers for all keys of a group or batch.
  keys.length === 0 || !hasSuppressed(store, account)
    ? []
    : keys.flatMap((key) => {
        const at = store.suppressions.get(accountKey(account, key));
        return at === undefined ? [] : [{ key, at }];
      });

const hasSuppressed = (store: StoreCollections, account: AccountName): boolean =>
  store.suppressions.keys({ ...forwards(account), limit: 1 }).length > 0;

/** How often something of a person was suppressed; to be called in a read or a write transaction. */
export const timesSuppressedIn = (store: StoreCollections, account: AccountName): number =>
  store.offsets.get(countKey(account)) ?? 0;

/** Suppresses what is a person's, so that whoever remembers that it was not finds out. */
export const bar = (
  store: StoreCollections,
  account: AccountName,
  suppressions: readonly Suppression[],
): void => {
  suppress(store, account, suppressions);
  if (suppressions.length > 0) store.offsets.put(countKey(account), timesSuppressedIn(store, account) + 1);
};

const countKey = (account: AccountName) => [account, 'suppressed'];

/** Notes keyed hashes; of the same one noted again, the later time counts. */
export const suppress = (
  store: StoreCollections,
  account: AccountName,
  suppressions: readonly Suppression[],
): void => {
  for (const { key, at } of suppressions) store.suppressions.put(accountKey(account, key), at);
};
