import type { Bucket, HeadTally } from '@kith/domain/consent';
import type { Put } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { accountKey } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

type Tallies = readonly Put<HeadTally>[];

/** The tally of a bucket; null where it was never tallied. To be called in a read. */
export const tallyIn = (store: StoreCollections, account: AccountName, bucket: Bucket): HeadTally | null =>
  store.headTallies.get(accountKey(account, bucket)) ?? null;

/** The buckets that somebody has tallied since these tallies were read; to be called in the transaction. */
export const talliedSince = (
  store: StoreCollections,
  account: AccountName,
  tallies: Tallies,
): readonly Bucket[] =>
  tallies
    .filter(({ value, expected }) => (tallyIn(store, account, value.bucket)?.version ?? null) !== expected)
    .map(({ value }) => value.bucket);

/** Writes tallies that are as they were read. */
export const putTallies = (store: StoreCollections, account: AccountName, tallies: Tallies): void => {
  for (const { value } of tallies) store.headTallies.put(accountKey(account, value.bucket), value);
};
