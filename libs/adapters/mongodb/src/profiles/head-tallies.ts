import type { Bucket, HeadTally } from '@kith/domain/consent';
import type { Put } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Scope } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import type { HeadTallyDocument } from '../engine/documents.ts';
import { accountKey } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { putVersioned, updates, type Write } from '../engine/write.ts';

/** The tallies of these buckets that there are. */
export const readTallies = async (
  connection: Connection,
  { account, deadline }: Scope,
  buckets: readonly Bucket[],
): Promise<readonly HeadTally[]> => {
  const documents = await connection.call(deadline, (bounds) =>
    connection.database
      .collection<HeadTallyDocument>(COLLECTIONS.headTallies)
      .find(
        { _id: { $in: buckets.map((bucket) => accountKey(account, bucket)) } },
        { ...bounds, batchSize: buckets.length + 1 },
      )
      .toArray(),
  );
  return documents.map(({ _id, version, count, sum, mac }) => ({
    bucket: _id.slice(account.length + 1),
    version,
    count,
    sum,
    mac,
  }));
};

/** Writes tallies, unless somebody else has tallied since they were read. */
export const tallyWrites = (account: AccountName, tallies: readonly Put<HeadTally>[]): readonly Write[] =>
  updates(
    COLLECTIONS.headTallies,
    tallies.map(({ value, expected }) => putVersioned(tallyDocument(account, value), expected)),
    true,
  );

const tallyDocument = (
  account: AccountName,
  { bucket, version, count, sum, mac }: HeadTally,
): HeadTallyDocument => ({ _id: accountKey(account, bucket), version, count, sum, mac });
