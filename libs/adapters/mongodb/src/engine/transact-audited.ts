import type { AccountName } from '@kith/domain/pipeline';
import type { AuditHead } from '@kith/domain/privacy';
import { Unavailable, type MakeAuditEntry, type Scope } from '@kith/ports';
import { applyWrites } from './apply-writes.ts';
import { auditWrites, headOf } from './audit-trail.ts';
import type { Connection } from './connection.ts';
import type { AuditDocument, AuditHeadDocument } from './documents.ts';
import { accountKey, sequencePart } from './keys.ts';
import { COLLECTIONS } from './store-collections.ts';
import { Overtaken, transact, type Transaction, type Verdict } from './transaction.ts';

/** Does what an administrator asks for together with its entry in the audit trail; where nothing is done, there is none. */
export const transactAudited = <T>(
  connection: Connection,
  { account, deadline }: Scope,
  entry: MakeAuditEntry,
  work: (transaction: Transaction) => Promise<Verdict<T>>,
): Promise<T> =>
  transact(connection, deadline, async (transaction) => {
    const verdict = await work(transaction);
    if (verdict.apply) await record(transaction, account, entry);
    return verdict;
  });

const record = async (
  transaction: Transaction,
  account: AccountName,
  makeEntry: MakeAuditEntry,
): Promise<void> => {
  const head = await headIn(transaction, account);
  const entry = makeEntry(head);
  if (await stands(transaction, account, entry.sequence))
    throw new Unavailable('mongodb', 'the audit trail goes on behind its head: kith audit verify tells');
  if (!(await applyWrites(transaction, auditWrites(account, entry)))) throw new Overtaken();
};

const headIn = async (
  { database, options }: Transaction,
  account: AccountName,
): Promise<AuditHead | null> => {
  const { session, maxTimeMS } = options();
  const head = await database
    .collection<AuditHeadDocument>(COLLECTIONS.auditHeads)
    .findOne({ _id: accountKey(account) }, { session, maxTimeMS });
  return headOf(head);
};

/** Somebody has put an entry there past the head: trying again would come to the same. */
const stands = async (
  { database, options }: Transaction,
  account: AccountName,
  sequence: number,
): Promise<boolean> => {
  const { session, maxTimeMS } = options();
  const found = await database
    .collection<AuditDocument>(COLLECTIONS.audit)
    .findOne({ _id: accountKey(account, sequencePart(sequence)) }, { session, maxTimeMS });
  return found !== null;
};
