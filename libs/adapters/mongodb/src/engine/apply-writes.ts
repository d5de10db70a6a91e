import { MongoServerError, type Document } from 'mongodb';
import { chunksOf } from './chunks.ts';
import { Overtaken, type Transaction } from './transaction.ts';
import type { Write } from './write.ts';

const DUPLICATE_KEY = 11_000;

/** What the server says about a command that writes. */
interface WriteReply {
  readonly n: number;
  readonly writeErrors?: readonly { readonly code: number; readonly errmsg: string }[];
}

/**
 * Writes in order; false as soon as a statement does not find what it takes for granted, or a key is there already.
 * The transaction must not be applied then. Throws `Overtaken` where a key came into being that nothing was said about.
 */
export const applyWrites = async (transaction: Transaction, writes: readonly Write[]): Promise<boolean> => {
  for (const write of writes) {
    for (const part of partsOf(write)) if (!(await applyPart(transaction, part))) return false;
  }
  return true;
};

interface Part {
  readonly command: Document;
  /** Nothing is taken for granted: a duplicate key only means that another transaction was faster. */
  readonly unconditional: boolean;
  /** How many documents the server must have written. */
  readonly expected: number;
}

const applyPart = async ({ database, options }: Transaction, part: Part): Promise<boolean> => {
  const { session, signal, maxTimeMS } = options();
  const command = { ...part.command, maxTimeMS };
  const reply = (await database.command(command, { session, signal })) as unknown as WriteReply;
  const [error] = reply.writeErrors ?? [];
  if (error !== undefined && error.code !== DUPLICATE_KEY) throw new MongoServerError(error);
  if (error !== undefined && part.unconditional) throw new Overtaken();
  return error === undefined && reply.n >= part.expected;
};

const partsOf = (write: Write): readonly Part[] => {
  switch (write.kind) {
    case 'update':
      return chunksOf(write.statements, ({ u }) => u).map((statements) => ({
        command: { update: write.collection, updates: statements },
        unconditional: !write.mustMatch,
        expected: write.mustMatch ? statements.length : 0,
      }));
    case 'insert':
      return chunksOf(write.documents, (document) => document).map((documents) => ({
        command: { insert: write.collection, documents },
        unconditional: false,
        expected: documents.length,
      }));
    case 'delete':
      return chunksOf(write.filters, (filter) => filter).map((filters) => ({
        command: { delete: write.collection, deletes: filters.map((q) => ({ q, limit: 1 })) },
        unconditional: true,
        expected: 0,
      }));
  }
};

/** Whether a single write failed because the key is there already. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;
