import type { Bucket, HeadTally } from '@kith/domain/consent';
import type { Put } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { accountKey } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

type Tallies = readonly Put<HeadTally>[];

/** The tally of a bucket; null where it was never tallied. To be called in a read. */
export const tallyIn = (store: StoreCollections, account: AccountName, bucket: Bucket): HeadTally | null =>
  store.headTallies.get(accountKey(account, bucket)) ?? null;

/** Whether nobody has tallied these buckets since their tallies were read; to be called in the transaction. */
export const areTalliesAsRead = (store: StoreCollections, account: AccountName, tallies: Tallies): boolean =>
  tallies.every(
    ({ value, expected }) => (tallyIn(store, account, value.bucket)?.version ?? null) === expected,
  );

/** Writes tallies that are as they were read. */
export const putTallies = (store: StoreCollections, account: AccountName, tallies: Tallies): void => {
  for (const { value } of tallies) store.headTallies.put(accountKey(account, value.bucket), value);
};
