import type { AccountName } from '@kith/domain/pipeline';
import { addCounts } from '@kith/domain/privacy';
import { NO_ACTIVITY } from '@kith/domain/tracking';
import type { ErasureStart } from '@kith/ports';
import { applyWrites } from '../engine/apply-writes.ts';
import type { IdentifierDocument, ProfileDocument } from '../engine/documents.ts';
import { erasureWrites } from './erasure-documents.ts';
import { identifierKey, ownedBy, profileKey } from '../engine/identity-keys.ts';
import { accountKey } from '../engine/keys.ts';
import { tallyWrites } from '../profiles/head-tallies.ts';
import { rowWithout, type OutboxRow } from '../profiles/outbox-rows.ts';
import { outboxWrites } from '../profiles/outbox-writes.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { barringWrites } from '../profiles/suppression-writes.ts';
import type { Transaction, Verdict } from '../engine/transaction.ts';
import { deletes, updates, type Write } from '../engine/write.ts';

type Outcome = Verdict<'begun' | 'conflict'>;

/** Makes a person unreachable, in one transaction. */
export const beginErasure = async (
  transaction: Transaction,
  account: AccountName,
  { erasure, version, identifiers, suppressions, change, tallies }: ErasureStart,
): Promise<Outcome> => {
  const keys = erasure.umids.map((umid) => accountKey(account, umid));
  const isAsRead =
    (await removeProfile(transaction, profileKey(account, erasure.umids[0]!), version)) &&
    (await applyWrites(transaction, tallyWrites(account, tallies)));
  if (!isAsRead) return { apply: false, result: 'conflict' };
  const owned = identifiers.map((identifier) => identifierKey(account, identifier));
  const owners = erasure.umids.map((umid) => ownedBy(account, 'identifier', umid));
  const removed = addCounts(erasure.removed, {
    profiles: 1,
    identifiers: await removeIdentifiers(transaction, owned, owners),
    changes: await removeChanges(transaction, keys),
  });
  await applyWrites(transaction, [
    ...barringWrites(account, suppressions),
    ...touchActivities(keys),
    ...erasureWrites(account, { ...erasure, removed }),
    ...outboxWrites([{ account, change }]),
  ]);
  return { apply: true, result: 'begun' };
};

const removeProfile = async (
  { database, options }: Transaction,
  key: string,
  version: number,
): Promise<boolean> => {
  const { session, maxTimeMS } = options();
  const { deletedCount } = await database
    .collection<ProfileDocument>(COLLECTIONS.identity)
    .deleteOne({ _id: key, version, to: { $exists: false } }, { session, maxTimeMS });
  return deletedCount === 1;
};

const removeIdentifiers = async (
  { database, options }: Transaction,
  owned: readonly string[],
  owners: readonly string[],
): Promise<number> => {
  const { session, maxTimeMS } = options();
  const { deletedCount } = await database
    .collection<IdentifierDocument>(COLLECTIONS.identity)
    .deleteMany({ _id: { $in: [...owned] }, of: { $in: [...owners] } }, { session, maxTimeMS });
  return deletedCount;
};

/** A row holds what a group of commits left, and so changes of other people too: these stay. */
const removeChanges = async (transaction: Transaction, keys: readonly string[]): Promise<number> => {
  const { database, options } = transaction;
  const erased = new Set(keys);
  const rows = await database
    .collection<OutboxRow>(COLLECTIONS.outbox)
    .find({ of: { $in: [...keys] } }, options())
    .toArray();
  const parts = rows.map((row) => ({ _id: row._id, ...rowWithout(row, (of) => erased.has(of)) }));
  await applyWrites(transaction, [
    ...deletes(
      COLLECTIONS.outbox,
      parts.filter(({ left }) => left === null).map(({ _id }) => ({ _id })),
    ),
    ...updates(
      COLLECTIONS.outbox,
      parts.flatMap(({ _id, left }) =>
        left === null ? [] : [{ q: { _id }, u: { $set: left }, upsert: false }],
      ),
      false,
    ),
  ]);
  return parts.reduce((sum, { gone }) => sum + gone, 0);
};

const EMPTY_ACTIVITY = { events: 0, lastEventAt: new Date(0), body: JSON.stringify(NO_ACTIVITY) };

/**
 * A batch of the log that began before and ends after this transaction meets it here, whatever events it brings: then
 * one of the two is tried again, and the batch finds out who has been erased.
 */
export const touchActivities = (keys: readonly string[]): readonly Write[] =>
  updates(
    COLLECTIONS.activity,
    keys.map((_id) => ({
      q: { _id },
      u: { $inc: { erased: 1 }, $setOnInsert: EMPTY_ACTIVITY },
      upsert: true,
    })),
    false,
  );
