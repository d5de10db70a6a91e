import type { AccountName } from '@kith/domain/pipeline';
import type { Umid } from '@kith/domain/identity';
import { addCounts, isCleared, type ErasedCounts, type Erasure } from '@kith/domain/privacy';
import type { Document } from 'mongodb';
import { applyWrites } from '../engine/apply-writes.ts';
import { erasureIn, erasureWrites } from './erasure-documents.ts';
import { lastPart, linkKey, linksAround, ownedBy, profileKey } from '../engine/identity-keys.ts';
import { accountKey, keysBehind } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import type { Transaction, Verdict } from '../engine/transaction.ts';

/** One kind of thing that is stored under a umid, and how it is found without a scan. */
interface Kind {
  /** null: it is none of the person's. */
  readonly count: keyof ErasedCounts | null;
  readonly collection: string;
  readonly filter: (account: AccountName, umid: Umid) => Document;
}

const byOwner = (account: AccountName, umid: Umid): Document => ({ owner: accountKey(account, umid) });

const KINDS: readonly Kind[] = [
  { count: 'parcels', collection: COLLECTIONS.deliveryParcels, filter: byOwner },
  { count: 'parcels', collection: COLLECTIONS.deliveryFailures, filter: byOwner },
  { count: null, collection: COLLECTIONS.deliveryLanes, filter: byOwner },
  {
    count: 'events',
    collection: COLLECTIONS.events,
    filter: (account, umid) => ({ of: accountKey(account, umid) }),
  },
  {
    count: 'consentEntries',
    collection: COLLECTIONS.consentHistory,
    filter: (account, umid) => ({ _id: keysBehind(accountKey(account, umid)) }),
  },
  {
    count: 'activities',
    collection: COLLECTIONS.activity,
    filter: (account, umid) => ({ _id: accountKey(account, umid), events: { $gt: 0 } }),
  },
  // What the beginning left there to be met at.
  {
    count: null,
    collection: COLLECTIONS.activity,
    filter: (account, umid) => ({ _id: accountKey(account, umid) }),
  },
  {
    count: 'sharedHoldings',
    collection: COLLECTIONS.identity,
    filter: (account, umid) => ({ of: ownedBy(account, 'holder', umid) }),
  },
  {
    count: 'identifiers',
    collection: COLLECTIONS.identity,
    filter: (account, umid) => ({ of: ownedBy(account, 'identifier', umid) }),
  },
  {
    count: 'profiles',
    collection: COLLECTIONS.identity,
    filter: (account, umid) => ({ _id: profileKey(account, umid) }),
  },
];

/** Removes what is stored under the next umid of an erasure, at most `limit` of each kind, and counts. */
export const clearUmid = async (
  transaction: Transaction,
  account: AccountName,
  id: string,
  limit: number,
): Promise<Verdict<Erasure | null>> => {
  const erasure = await erasureIn(transaction, account, id);
  if (erasure === null || isCleared(erasure)) return { apply: false, result: erasure };
  const umid = erasure.umids[erasure.cleared]!;
  const counts = {
    ...(await removeUnder(transaction, account, umid, limit)),
    logRecords: await removeDeadLetters(transaction, umid, limit),
  };
  const isEmpty = Object.values(counts).every((removed) => removed < limit);
  const mayPass = isEmpty && !(await hasDevice(transaction, ownedBy(account, 'device', umid)));
  const removed = addCounts(erasure.removed, counts);
  const next = { ...erasure, removed, cleared: erasure.cleared + Number(mayPass) };
  await applyWrites(transaction, erasureWrites(account, next));
  return { apply: true, result: next };
};

/**
 * Removes what is stored under a umid beside devices and dead letters, at most `limit` of each kind; how many it were.
 */
export const removeUnder = async (
  transaction: Transaction,
  account: AccountName,
  umid: Umid,
  limit: number,
): Promise<Partial<ErasedCounts>> => ({
  ...(await removeEach(transaction, account, umid, limit)),
  links: await removeLinks(transaction, account, umid, limit),
});

const removeEach = async (
  transaction: Transaction,
  account: AccountName,
  umid: Umid,
  limit: number,
): Promise<Partial<ErasedCounts>> => {
  const counts: Partial<Record<keyof ErasedCounts, number>> = {};
  for (const { count, collection, filter } of KINDS) {
    const ids = await idsOf(transaction, collection, filter(account, umid), limit);
    const removed = await removeIds(transaction, collection, ids);
    if (count !== null) counts[count] = (counts[count] ?? 0) + removed;
  }
  return counts;
};

/** Keys that an index finds, at most so many. */
export const idsOf = async (
  { database, options }: Transaction,
  collection: string,
  filter: Document,
  limit: number,
): Promise<readonly string[]> => {
  const documents = await database
    .collection<{ readonly _id: string }>(collection)
    .find(filter, { ...options(), projection: { _id: 1 }, batchSize: limit + 1 })
    .limit(limit)
    .toArray();
  return documents.map(({ _id }) => _id);
};

/** Removes the documents of these keys; how many were there. */
export const removeIds = async (
  { database, options }: Transaction,
  collection: string,
  ids: readonly string[],
): Promise<number> => {
  if (ids.length === 0) return 0;
  const { session, maxTimeMS } = options();
  const { deletedCount } = await database
    .collection<{ readonly _id: string }>(collection)
    .deleteMany({ _id: { $in: [...ids] } }, { session, maxTimeMS });
  return deletedCount;
};

/** A record that nobody understands may name no account: the umid alone finds it. */
const removeDeadLetters = async (transaction: Transaction, umid: Umid, limit: number): Promise<number> => {
  const ids = await idsOf(transaction, COLLECTIONS.deadLetters, { umid }, limit);
  return removeIds(transaction, COLLECTIONS.deadLetters, ids);
};

/** A link is stored as each of its ends sees it. */
const removeLinks = async (
  transaction: Transaction,
  account: AccountName,
  umid: Umid,
  limit: number,
): Promise<number> => {
  const ids = await idsOf(transaction, COLLECTIONS.identity, { around: linksAround(account, umid) }, limit);
  const others = ids.map((id) => linkKey(account, [lastPart(id), umid]));
  await removeIds(transaction, COLLECTIONS.identity, [...ids, ...others]);
  return ids.length;
};

const hasDevice = async (transaction: Transaction, of: string): Promise<boolean> =>
  (await idsOf(transaction, COLLECTIONS.identity, { of }, 1)).length > 0;
