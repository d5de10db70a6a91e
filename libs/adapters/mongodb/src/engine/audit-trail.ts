import type { AccountName } from '@kith/domain/pipeline';
import type { AuditEntry, AuditHead, StandingAuditEntry } from '@kith/domain/privacy';
import type { AuditRecord, AuditTrail } from '@kith/ports';
import { applyWrites } from './apply-writes.ts';
import type { Connection } from './connection.ts';
import type { AuditDocument, AuditHeadDocument } from './documents.ts';
import { accountKey, keysBehind, sequencePart } from './keys.ts';
import { COLLECTIONS } from './store-collections.ts';
import { transact } from './transaction.ts';
import { inserts, updates, type Write } from './write.ts';

/** The audit trail in MongoDB. */
export const createAuditTrail = (connection: Connection): AuditTrail => ({
  ...createAuditRecord(connection),
  audit: ({ account, deadline }, entry) =>
    transact(connection, deadline, async (transaction) => {
      const apply = await applyWrites(transaction, auditWrites(account, entry));
      return { apply, result: apply ? ('appended' as const) : ('conflict' as const) };
    }),
});

/** Reads the head and the entries of audit trails. */
export const createAuditRecord = (connection: Connection): AuditRecord => ({
  async auditHead({ account, deadline }) {
    const head = await connection.call(deadline, (bounds) =>
      connection.database
        .collection<AuditHeadDocument>(COLLECTIONS.auditHeads)
        .findOne({ _id: accountKey(account) }, bounds),
    );
    return headOf(head);
  },
  async auditEntries({ account, deadline }, after, limit) {
    const behind = { ...keysBehind(accountKey(account)), $gt: accountKey(account, sequencePart(after)) };
    const documents = await connection.call(deadline, (bounds) =>
      connection.database
        .collection<AuditDocument>(COLLECTIONS.audit)
        // The keys of an account whose name goes on with a colon lie between.
        .find({ _id: behind, account }, { ...bounds, batchSize: limit + 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    );
    return documents.map(standingEntry);
  },
});

/** Adds the entry where it follows the head. */
export const auditWrites = (account: AccountName, entry: AuditEntry): readonly Write[] => {
  const { sequence, mac } = entry;
  const head: AuditHeadDocument = { _id: accountKey(account), sequence, mac };
  const document: AuditDocument = {
    _id: accountKey(account, sequencePart(sequence)),
    account,
    body: JSON.stringify(entry),
  };
  const follows = { q: { _id: head._id, sequence: sequence - 1 }, u: head, upsert: sequence === 1 };
  return [...updates(COLLECTIONS.auditHeads, [follows], true), ...inserts(COLLECTIONS.audit, [document])];
};

/** Where a trail stands whose head is kept like this. */
export const headOf = (head: AuditHeadDocument | null): AuditHead | null =>
  head === null ? null : { sequence: head.sequence, mac: head.mac };

/** The number is the key's: whatever stands in the document may have been tampered with. */
const standingEntry = ({ _id, body }: AuditDocument): StandingAuditEntry => ({
  sequence: Number(_id.slice(_id.lastIndexOf(':') + 1)),
  entry: readEntry(body),
});

const readEntry = (body: string): AuditEntry | null => {
  try {
    return JSON.parse(body) as AuditEntry | null;
  } catch {
    return null;
  }
};
