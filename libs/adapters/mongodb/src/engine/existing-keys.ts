import type { Transaction } from './transaction.ts';

/** Those of the keys that a collection has; answered from the index alone. */
export const existingKeys = async (
  { database, options }: Transaction,
  collection: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (keys.length === 0) return new Set();
  const documents = await database
    .collection<{ readonly _id: string }>(collection)
    .find({ _id: { $in: keys } }, { ...options(), projection: { _id: 1 }, batchSize: keys.length + 1 })
    .toArray();
  return new Set(documents.map(({ _id }) => _id));
};
