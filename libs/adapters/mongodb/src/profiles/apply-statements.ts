import type { ConflictKey, Deadline } from '@kith/ports';
import type { Document } from 'mongodb';
import { isDuplicateKey, send } from '../engine/apply-writes.ts';
import { chunksOf } from '../engine/chunks.ts';
import type { Connection } from '../engine/connection.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { Overtaken, type Transaction } from '../engine/transaction.ts';
import type { UpdateStatement } from '../engine/write.ts';
import type { CommitStatement } from './commit-statements.ts';

/** What was not as statements took it for granted; empty where all of them were applied. */
export type Conflicts = readonly ConflictKey[];

/**
 * Applies statements as part of a transaction, all in one command unless they are very large. Every one is sent as an
 * upsert, so that the server says what it met: a key that is there with another version is a duplicate, and of the
 * others those are named whose document was not there. The transaction must not be applied where there are conflicts:
 * what they are about was written all the same. Throws `Overtaken` where a key came into being that nothing was said
 * about.
 */
export const applyStatements = async (
  transaction: Transaction,
  statements: readonly CommitStatement[],
): Promise<Conflicts> => {
  for (const part of chunksOf(statements, ({ u }) => u)) {
    const conflicts = await applyPart(transaction, part);
    if (conflicts.length > 0) return conflicts;
  }
  return [];
};

const applyPart = async (
  transaction: Transaction,
  statements: readonly CommitStatement[],
): Promise<Conflicts> => {
  const { writeErrors, upserted = [] } = await send(transaction, {
    update: COLLECTIONS.identity,
    updates: statements.map(updateOf),
  });
  const [duplicate] = writeErrors ?? [];
  if (duplicate !== undefined) {
    const { about } = statements[duplicate.index]!;
    if (about === null) throw new Overtaken();
    return [about];
  }
  const inserted = new Set(upserted.map(({ index }) => index));
  return statements.flatMap(({ upsert, about }, index) =>
    about === null || upsert === inserted.has(index) ? [] : [about],
  );
};

/** What is new goes by the key alone, which costs the server a third less than a filter that finds nothing. */
const updateOf = ({ about: _, ...statement }: CommitStatement): UpdateStatement =>
  statement.upsert
    ? { q: { _id: statement.q._id }, u: statement.u, upsert: true }
    : { ...statement, upsert: true };

/** Whether a statement puts one document in the place of another one. */
export const isReplacement = ({ u }: CommitStatement): boolean => !Array.isArray(u) && '_id' in u;

/** One document is atomic without a transaction; the driver repeats the write where the primary has changed. */
export const applySingly = async (
  connection: Connection,
  deadline: Deadline,
  { q, u, about, ...options }: CommitStatement,
): Promise<Conflicts> => {
  const written = await connection.call(deadline, ({ maxTimeMS }) =>
    connection.database
      .collection<Document & { _id: string }>(COLLECTIONS.identity)
      .replaceOne(q, u, { ...options, maxTimeMS })
      .then(({ matchedCount, upsertedCount }) => matchedCount + upsertedCount === 1)
      .catch((error: unknown) => {
        if (isDuplicateKey(error)) return false;
        throw error;
      }),
  );
  return written || about === null ? [] : [about];
};

/**
 * What is not as statements take it for granted, by reading alone. A write that meets another transaction's says only
 * that it came too late to wait; a read meets nobody and shows who was faster.
 */
export const conflictsWith = async (
  { database, options }: Transaction,
  statements: readonly CommitStatement[],
): Promise<Conflicts> => {
  const keys = statements.map(({ q }) => q._id);
  const documents = await database
    .collection<Document & { readonly _id: string }>(COLLECTIONS.identity)
    .find(
      { _id: { $in: keys } },
      { ...options(), projection: { version: 1, of: 1 }, batchSize: keys.length + 1 },
    )
    .toArray();
  const present = new Map(documents.map((document) => [document._id, document]));
  return statements.flatMap((statement) => {
    if (statement.about === null) return [];
    const { q, u } = statement;
    if (!isAsExpected(statement, present.get(q._id))) return [statement.about];
    // What follows it in the same commit is about the document that it puts there.
    if (isReplacement(statement)) present.set(q._id, u as Document & { readonly _id: string });
    return [];
  });
};

const isAsExpected = ({ q, upsert }: CommitStatement, document: Document | undefined): boolean => {
  if (document === undefined) return upsert;
  return !upsert && Object.entries(q).every(([member, value]) => document[member] === value);
};
