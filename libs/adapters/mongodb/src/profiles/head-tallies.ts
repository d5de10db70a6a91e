import type { Bucket, HeadTally } from '@kith/domain/consent';
import type { Put } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Scope } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import type { HeadTallyDocument } from '../engine/documents.ts';
import { headTallyKey, lastPart } from '../engine/identity-keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { putVersioned, updates, type UpdateStatement, type Write } from '../engine/write.ts';

/** The tallies of these buckets that there are. */
export const readTallies = async (
  connection: Connection,
  { account, deadline }: Scope,
  buckets: readonly Bucket[],
): Promise<readonly HeadTally[]> => {
  const keys = buckets.map((bucket) => headTallyKey(account, bucket));
  const documents = await connection.call(deadline, (bounds) =>
    connection.database
      .collection<HeadTallyDocument>(COLLECTIONS.identity)
      .find({ _id: { $in: keys } }, { ...bounds, batchSize: keys.length + 1 })
      .toArray(),
  );
  return documents.map(({ _id, version, count, sum, mac }) => ({
    bucket: lastPart(_id),
    version,
    count,
    sum,
    mac,
  }));
};

/** Puts a tally, unless somebody else has tallied since it was read. */
export const putTally = (
  account: AccountName,
  { value: { bucket, version, count, sum, mac }, expected }: Put<HeadTally>,
): UpdateStatement =>
  putVersioned({ _id: headTallyKey(account, bucket), version, count, sum, mac }, expected);

/** Writes tallies beside what is no commit. */
export const tallyWrites = (account: AccountName, tallies: readonly Put<HeadTally>[]): readonly Write[] =>
  updates(
    COLLECTIONS.identity,
    tallies.map((put) => putTally(account, put)),
    true,
  );
