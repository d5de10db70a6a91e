import type { Document } from 'mongodb';
import type { Transaction } from './transaction.ts';
import type { UpdateStatement, Write } from './write.ts';

type Conditional = Extract<Write, { readonly kind: 'update' }>;

/**
 * Whether everything that the writes take for granted may still be so, by reading alone. A write that meets another
 * transaction's says only that it came too late to wait; a read meets nobody and shows who was faster.
 */
export const areStillPossible = async (
  transaction: Transaction,
  writes: readonly Write[],
): Promise<boolean> => {
  for (const write of writes) {
    if (write.kind === 'update' && write.mustMatch && !(await isStillPossible(transaction, write)))
      return false;
  }
  return true;
};

const isStillPossible = async (
  { database, options }: Transaction,
  { collection, statements }: Conditional,
): Promise<boolean> => {
  const keys = statements.map(({ q }) => q._id);
  const documents = await database
    .collection<Document & { readonly _id: string }>(collection)
    .find({ _id: { $in: keys } }, { ...options(), projection: { version: 1, target: 1 } })
    .toArray();
  const byKey = new Map(documents.map((document) => [document._id, document]));
  return statements.every((statement) => isPossible(statement, byKey.get(statement.q._id)));
};

const isPossible = ({ q, upsert }: UpdateStatement, document: Document | undefined): boolean => {
  if (document === undefined) return upsert;
  return !upsert && Object.entries(q).every(([member, value]) => document[member] === value);
};
