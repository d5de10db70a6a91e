import type { AccountName } from '@kith/domain/pipeline';
import { addCounts, type Erasure } from '@kith/domain/privacy';
import { applyWrites } from '../engine/apply-writes.ts';
import type { ErasureDocument } from '../engine/documents.ts';
import { accountKey } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import type { Transaction } from '../engine/transaction.ts';
import { putAnyway, updates, type Write } from '../engine/write.ts';

/** Stores an erasure as it stands. */
export const erasureWrites = (account: AccountName, erasure: Erasure): readonly Write[] => {
  const document: ErasureDocument = {
    _id: accountKey(account, erasure.id),
    account,
    body: JSON.stringify(erasure),
  };
  return updates(COLLECTIONS.erasures, [putAnyway(document)], false);
};

/** The erasure as the transaction sees it; null where it is finished. */
export const erasureIn = async (
  { database, options }: Transaction,
  account: AccountName,
  id: string,
): Promise<Erasure | null> => {
  const document = await database
    .collection<ErasureDocument>(COLLECTIONS.erasures)
    .findOne({ _id: accountKey(account, id) }, options());
  return document === null ? null : (JSON.parse(document.body) as Erasure);
};

/** Adds to what an erasure has removed. */
export const countIn = async (
  transaction: Transaction,
  account: AccountName,
  id: string,
  counts: Partial<Erasure['removed']>,
): Promise<void> => {
  const erasure = await erasureIn(transaction, account, id);
  if (erasure === null) return;
  const removed = addCounts(erasure.removed, counts);
  await applyWrites(transaction, erasureWrites(account, { ...erasure, removed }));
};
