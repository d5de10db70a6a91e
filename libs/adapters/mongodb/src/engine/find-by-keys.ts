import type { Document } from 'mongodb';
import type { Connection } from './connection.ts';
import { gathered, type AskAll } from './gathered.ts';

/** So many keys are looked up by one command: its answer could become too large to hold. */
const MAX_KEYS = 1_000;

/**
 * The documents under full keys (what belongs to an account has it in its key), null where there is none: by one `find`
 * for all who ask within a turn of the event loop.
 */
export const findByKeys = <D extends { readonly _id: string }>(
  connection: Connection,
  collection: string,
  projection: Document = {},
): AskAll<string, D | null> =>
  gathered(documentsUnder<D>(connection, collection, projection), { sizeOf: () => 1, maxSize: MAX_KEYS });

const documentsUnder =
  <D extends { readonly _id: string }>(
    { call, database }: Connection,
    collection: string,
    projection: Document,
  ): AskAll<string, D | null> =>
  async (deadline, keys) => {
    const each = [...new Set(keys)];
    const documents = await call(deadline, (bounds) =>
      database
        .collection<{ readonly _id: string }>(collection)
        .find<D>({ _id: { $in: each } }, { ...bounds, projection, batchSize: each.length + 1 })
        .toArray(),
    );
    const byKey = new Map(documents.map((document) => [document._id, document]));
    return keys.map((key) => byKey.get(key) ?? null);
  };
