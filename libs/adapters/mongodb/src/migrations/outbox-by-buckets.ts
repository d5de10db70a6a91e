import { bucketOf } from '@kith/domain/consent';
import type { Db } from 'mongodb';
import type { OutboxDocument } from '../engine/documents.ts';
import { lastPart } from '../engine/identity-keys.ts';
import {
  dropIndex,
  makeCollection,
  refuseOthers,
  type Expansion,
  type TellProgress,
} from '../engine/migration.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

const MAX_DOCUMENTS_PER_WRITE = 1_000;

/**
 * Changes carry the bucket of their umid, so that the outbox can have owners by ranges of buckets. Changes of an erased
 * person were found by an index of their owner; programs of the layout before still look there.
 */
export const outboxByBuckets: Expansion = {
  version: 9,
  name: 'changes by buckets',
  expand: async (database, tell) => {
    await makeCollection(database, COLLECTIONS.outbox, [
      { name: 'changesOfBucket', key: { bucket: 1, at: 1, _id: 1 } },
    ]);
    await noteBuckets(database, tell);
  },
  // What programs of before have left since then has no bucket, and nobody leaves such a change any more.
  contract: async (database, tell) => {
    await refuseOthers(database, COLLECTIONS.outbox, { bucket: { $type: 'string' } });
    await noteBuckets(database, tell);
    await dropIndex(database, COLLECTIONS.outbox, 'ownedBy');
  },
};

const WITHOUT = { bucket: { $exists: false } } as const;

const noteBuckets = async (database: Db, tell: TellProgress): Promise<void> => {
  const outbox = database.collection<Omit<OutboxDocument, 'bucket'>>(COLLECTIONS.outbox);
  const of = await outbox.countDocuments(WITHOUT);
  for (let done = 0; ;) {
    const some = await outbox
      .find(WITHOUT, { projection: { of: 1 }, limit: MAX_DOCUMENTS_PER_WRITE })
      .toArray();
    const writes = some.map(({ _id, of: owner }) => ({
      updateOne: { filter: { _id }, update: { $set: { bucket: bucketOf(lastPart(owner)) } } },
    }));
    if (writes.length > 0) await outbox.bulkWrite(writes, { ordered: false });
    done += some.length;
    if (done > 0) tell(done, Math.max(of, done));
    if (some.length < MAX_DOCUMENTS_PER_WRITE) return;
  }
};
