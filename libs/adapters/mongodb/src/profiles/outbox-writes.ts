import { randomUUID } from 'node:crypto';
import { sequencePart } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { inserts, type Write } from '../engine/write.ts';
import { Timestamp } from 'mongodb';
import { rowsOf, type AccountChange } from './outbox-rows.ts';

/** The server puts the cluster's time in the place of it, another one for each row. */
const STAMP = new Timestamp({ t: 0, i: 0 });

/**
 * Leaves changes to be published, in their order; part of the transaction that made them, with one command. Whoever commits the next version of a profile has seen the commit of the version
 * before, and the cluster's time has moved on with that: so the stamps of a profile's changes are in the order of its
 * versions, whichever process they come from.
 */
export const outboxWrites = (changes: readonly AccountChange[]): readonly Write[] => {
  const commitId = randomUUID();
  const rows = rowsOf(changes).map((row, ordinal) => ({
    _id: `${commitId}:${sequencePart(ordinal)}`,
    at: STAMP,
    ...row,
  }));
  return inserts(COLLECTIONS.outbox, rows);
};
