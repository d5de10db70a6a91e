import { randomUUID } from 'node:crypto';
import type { OutboxDocument } from '../engine/documents.ts';
import { sequencePart } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { updates, type UpdateStatement, type Write } from '../engine/write.ts';
import { rowsOf, type AccountChange } from './outbox-rows.ts';

/**
 * Leaves changes to be published, in their order; part of the transaction that made them, mostly as one row. The server
 * stamps it with the cluster's time. Whoever commits the next version of a profile has seen the commit of the version
 * before, and the cluster's time has moved on with that: so the stamps of a profile's changes are in the order of its
 * versions, whichever process they come from.
 */
export const outboxWrites = (changes: readonly AccountChange[]): readonly Write[] => {
  const commitId = randomUUID();
  const statements = rowsOf(changes).map((content, ordinal) =>
    stamped({ _id: `${commitId}:${sequencePart(ordinal)}`, ...content }),
  );
  return updates(COLLECTIONS.outbox, statements, false);
};

const stamped = (document: Omit<OutboxDocument, 'at'>): UpdateStatement => ({
  q: { _id: document._id },
  u: [{ $replaceWith: { $mergeObjects: [{ $literal: document }, { at: '$$CLUSTER_TIME' }] } }],
  upsert: true,
});
