import type { AccountName } from '@kith/domain/pipeline';
import type { Device, Umdid, Umid } from '@kith/domain/identity';
import { addCounts, NOTHING_ERASED, umidsOfPerson, type ErasedCounts } from '@kith/domain/privacy';
import { EVENT_TYPES } from '@kith/domain/tracking';
import type { Expiry, ExpiryOutcome } from '@kith/ports';
import { applyWrites } from '../engine/apply-writes.ts';
import { touchActivities } from './begin-erasure.ts';
import { removeIds, removeUnder } from './clear-umid.ts';
import type { ActivityDocument, DeviceDocument, EventDocument } from '../engine/documents.ts';
import { ownedBy, profileKey } from '../engine/identity-keys.ts';
import { accountKey } from '../engine/keys.ts';
import { outboxWrites } from '../profiles/outbox-writes.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { suppressionWrites } from '../profiles/suppression-writes.ts';
import type { Transaction, Verdict } from '../engine/transaction.ts';
import { updates } from '../engine/write.ts';

/** Of what is no event a visitor has so few that they go at once. */
const WITHOUT_END = 100_000;

const conflict: Verdict<ExpiryOutcome> = { apply: false, result: { kind: 'conflict' } };

/**
 * Removes a visitor in one transaction, or so many of its events that the rest is fewer. The profile is marked first:
 * who writes it meets this transaction there; a batch of the log meets it at the activities.
 */
export const expireVisitor = async (
  transaction: Transaction,
  account: AccountName,
  expiry: Expiry,
  limit: number,
): Promise<Verdict<ExpiryOutcome>> => {
  const umids = umidsOfPerson(expiry.profile);
  const keys = umids.map((umid) => accountKey(account, umid));
  if (!(await isAsRead(transaction, account, expiry))) return conflict;
  if (await hasGrown(transaction, account, umids, expiry)) return conflict;
  const crowded = await crowdedOf(transaction, keys, limit);
  if (crowded !== null) {
    const oldest = await oldestOf(transaction, crowded, limit);
    const removed = await removeIds(transaction, COLLECTIONS.events, oldest);
    return { apply: true, result: { kind: 'more', events: removed } };
  }
  await applyWrites(transaction, touchActivities(keys));
  return { apply: true, result: await expireWhole(transaction, account, umids, expiry) };
};

const isAsRead = (
  transaction: Transaction,
  account: AccountName,
  { profile: { umid, version } }: Expiry,
): Promise<boolean> => {
  const q = { _id: profileKey(account, umid), version, to: { $exists: false } };
  const marked = [{ q, u: { $inc: { guarded: 1 } }, upsert: false }];
  return applyWrites(transaction, updates(COLLECTIONS.identity, marked, true));
};

const hasGrown = async (
  { database, options }: Transaction,
  account: AccountName,
  umids: readonly Umid[],
  { activities }: Expiry,
): Promise<boolean> => {
  const documents = await database
    .collection<ActivityDocument>(COLLECTIONS.activity)
    .find(
      { _id: { $in: umids.map((umid) => accountKey(account, umid)) } },
      { ...options(), projection: { events: 1, recounted: 1 }, batchSize: umids.length + 1 },
    )
    .toArray();
  const present = new Map(documents.map((document) => [document._id, document]));
  return umids.some((umid) => {
    const [stored, read] = [present.get(accountKey(account, umid)), activities.get(umid)];
    return stored?.events !== read?.events || stored?.recounted !== read?.recounted;
  });
};

/** A key that has events, where all of them together have more than the limit. */
const crowdedOf = async (
  { database, options }: Transaction,
  keys: readonly string[],
  limit: number,
): Promise<string | null> => {
  const found = await database
    .collection<EventDocument>(COLLECTIONS.events)
    .find({ of: { $in: [...keys] } }, { ...options(), projection: { _id: 0, of: 1 }, batchSize: limit + 2 })
    .limit(limit + 1)
    .toArray();
  return found.length > limit ? found[0]!.of : null;
};

/** The keys of its oldest events: one index has those of each type in order. */
const oldestOf = async (
  { database, options }: Transaction,
  of: string,
  limit: number,
): Promise<readonly string[]> => {
  const found = await database
    .collection<EventDocument>(COLLECTIONS.events)
    .find(
      { of, type: { $in: [...EVENT_TYPES] } },
      { ...options(), projection: { _id: 1 }, batchSize: limit + 1 },
    )
    .sort({ time: 1, _id: 1 })
    .limit(limit)
    .toArray();
  return found.map(({ _id }) => _id);
};

const expireWhole = async (
  transaction: Transaction,
  account: AccountName,
  umids: readonly Umid[],
  { change, notes }: Expiry,
): Promise<ExpiryOutcome> => {
  const umdids: Umdid[] = [];
  let removed: ErasedCounts = NOTHING_ERASED;
  for (const umid of umids) {
    umdids.push(...(await removeDevices(transaction, ownedBy(account, 'device', umid))));
    removed = addCounts(removed, await removeUnder(transaction, account, umid, WITHOUT_END));
  }
  await applyWrites(transaction, [
    ...suppressionWrites(account, notes),
    ...outboxWrites([{ account, change }]),
  ]);
  return { kind: 'expired', umdids, removed: addCounts(removed, { devices: umdids.length }) };
};

const removeDevices = async (transaction: Transaction, of: string): Promise<readonly Umdid[]> => {
  const { database, options } = transaction;
  const documents = await database
    .collection<DeviceDocument>(COLLECTIONS.identity)
    .find({ of }, { ...options(), projection: { body: 1 } })
    .toArray();
  await removeIds(
    transaction,
    COLLECTIONS.identity,
    documents.map(({ _id }) => _id),
  );
  return documents.map(({ body }) => (JSON.parse(body) as Device).umdid);
};
