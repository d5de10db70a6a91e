import type { Deadline } from '@kith/ports';
import type { Collection, Document } from 'mongodb';
import { isDuplicateKey } from './apply-writes.ts';
import type { Connection } from './connection.ts';
import type { UpdateStatement, Write } from './write.ts';

type Single = Extract<Write, { readonly kind: 'update' }>;

/** Whether a write is one statement that puts one document in the place of another one. */
export const isSingle = (write: Write): write is Single =>
  write.kind === 'update' && write.statements.length === 1 && !Array.isArray(write.statements[0]?.u);

/** One document is atomic without a transaction; the driver repeats the write where the primary has changed. */
export const applySingly = async (
  connection: Connection,
  deadline: Deadline,
  { collection, statements }: Single,
): Promise<boolean> => {
  const [statement] = statements;
  const outcome = await connection.call(deadline, ({ maxTimeMS }) =>
    replace(connection.database.collection(collection), statement!, maxTimeMS),
  );
  return outcome === 'replaced';
};

const replace = async (
  collection: Collection<Document & { _id: string }>,
  { q, u, upsert }: UpdateStatement,
  maxTimeMS: number,
): Promise<'replaced' | 'missed'> => {
  try {
    const { matchedCount, upsertedCount } = await collection.replaceOne(q, u, {
      upsert,
      maxTimeMS,
    });
    return matchedCount + upsertedCount === 1 ? 'replaced' : 'missed';
  } catch (error) {
    if (isDuplicateKey(error)) return 'missed';
    throw error;
  }
};
