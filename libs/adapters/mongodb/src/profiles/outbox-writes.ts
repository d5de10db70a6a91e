import { randomUUID } from 'node:crypto';
import { bucketOf } from '@kith/domain/consent';
import type { AccountName } from '@kith/domain/pipeline';
import type { ChangeEvent } from '@kith/domain/identity';
import type { OutboxDocument } from '../engine/documents.ts';
import { accountKey, sequencePart } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { updates, type UpdateStatement, type Write } from '../engine/write.ts';

/**
 * Leaves changes to be published, in their order; part of the transaction that made them. The server stamps them with
 * the cluster's time. Whoever commits the next version of a profile has seen the commit of the version before, and the
 * cluster's time has moved on with that: so the stamps of a profile's changes are in the order of its versions,
 * whichever process they come from.
 */
export const outboxWrites = (
  changes: readonly { readonly account: AccountName; readonly change: ChangeEvent }[],
): readonly Write[] => {
  const commitId = randomUUID();
  const statements = changes.map(({ account, change }, ordinal) =>
    stamped({
      _id: `${commitId}:${sequencePart(ordinal)}`,
      account,
      of: accountKey(account, change.umid),
      bucket: bucketOf(change.umid),
      body: JSON.stringify(change),
    }),
  );
  return updates(COLLECTIONS.outbox, statements, false);
};

const stamped = (document: Omit<OutboxDocument, 'at'>): UpdateStatement => ({
  q: { _id: document._id },
  u: [{ $replaceWith: { $mergeObjects: [{ $literal: document }, { at: '$$CLUSTER_TIME' }] } }],
  upsert: true,
});
