import { MongoServerError, type Document } from 'mongodb';
import { chunksOf } from './chunks.ts';
import { Overtaken, type Transaction } from './transaction.ts';
import type { Write } from './write.ts';

export const DUPLICATE_KEY = 11_000;

/** What the server says about a command that writes; `index` is the place of a statement. */
interface WriteReply {
  readonly n: number;
  readonly writeErrors?: readonly {
    readonly code: number;
    readonly index: number;
    readonly errmsg: string;
  }[];
  readonly upserted?: readonly { readonly index: number }[];
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

/**
 * Inserts; the place of the document whose key is there already, null for none. The transaction must not be applied
 * where there is one.
 */
export const refusalOfInsert = async (
  transaction: Transaction,
  collection: string,
  documents: readonly Document[],
): Promise<number | null> => {
  let before = 0;
  for (const part of chunksOf(documents, (document) => document)) {
    const { writeErrors } = await send(transaction, { insert: collection, documents: part });
    if (writeErrors?.[0] !== undefined) return before + writeErrors[0].index;
    before += part.length;
  }
  return null;
};

/** What the server answers to a command that writes; throws for any other failure than a key that is there already. */
export const send = async ({ database, options }: Transaction, command: Document): Promise<WriteReply> => {
  const { session, signal, maxTimeMS } = options();
  const reply = (await database.command(
    { ...command, maxTimeMS },
    { session, signal },
  )) as unknown as WriteReply;
  const [error] = reply.writeErrors ?? [];
  if (error !== undefined && error.code !== DUPLICATE_KEY) throw new MongoServerError(error);
  return reply;
};

const applyPart = async (transaction: Transaction, part: Part): Promise<boolean> => {
  const reply = await send(transaction, part.command);
  const [error] = reply.writeErrors ?? [];
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
