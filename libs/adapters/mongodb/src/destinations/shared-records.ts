import type { SharedRecord } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import type { Deadline, DestinationPlace, Scope, SharedRecords } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import { keysBehind } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { placeKey, sharedDocument, sharedRecord, type SharedDocument } from './destination-documents.ts';

const recordsIn = ({ database }: Connection) => database.collection<SharedDocument>(COLLECTIONS.given);

/** What was shared with one destination. */
export const createSharedRecords = (connection: Connection, place: DestinationPlace): SharedRecords => ({
  async find(deadline, umids) {
    const keys = umids.map((umid) => placeKey(place, umid));
    const documents = await connection.call(deadline, (bounds) =>
      recordsIn(connection)
        .find({ _id: { $in: keys } }, { ...bounds, batchSize: keys.length + 1 })
        .toArray(),
    );
    return new Map(documents.map(sharedRecord).map((record) => [record.umid, record]));
  },
  async save(deadline, records) {
    if (records.length === 0) return;
    const operations = records.map((record) => {
      const { _id, ...replacement } = sharedDocument(place, record);
      return { replaceOne: { filter: { _id }, replacement, upsert: true } };
    });
    await connection.call(deadline, ({ maxTimeMS }) =>
      recordsIn(connection).bulkWrite(operations, { maxTimeMS }),
    );
  },
  async remove(deadline, { umid, since }) {
    const _id = placeKey(place, umid);
    await connection.call(deadline, ({ maxTimeMS }) =>
      recordsIn(connection).deleteOne({ _id, since }, { maxTimeMS }),
    );
  },
  page: (deadline, after, limit) => recordsBehind(connection, deadline, place, { after, limit }),
  count: (deadline, max) =>
    connection.call(deadline, (bounds) =>
      recordsIn(connection).countDocuments(
        { _id: keysBehind(placeKey(place)) },
        { ...bounds, hint: { _id: 1 }, limit: max },
      ),
    ),
});

const recordsBehind = async (
  connection: Connection,
  deadline: Deadline,
  place: DestinationPlace,
  { after, limit }: { readonly after: Umid | null; readonly limit: number },
): Promise<readonly SharedRecord[]> => {
  const all = keysBehind(placeKey(place));
  const behind = after === null ? all : { ...all, $gt: placeKey(place, after) };
  const documents = await connection.call(deadline, (bounds) =>
    recordsIn(connection)
      .find({ _id: behind }, { ...bounds, batchSize: limit + 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray(),
  );
  return documents.map(sharedRecord);
};

/** The destinations of an account with shared records; a look at the index for each. */
export const destinationsWithRecords = async (
  connection: Connection,
  scope: Scope,
): Promise<readonly string[]> => {
  const names: string[] = [];
  let range: KeyBounds = keysBehind(scope.account);
  for (;;) {
    const key = await firstKey(connection, scope, range);
    if (key === null) return names;
    const place = key.slice(0, key.lastIndexOf(':'));
    const name = place.slice(scope.account.length + 1);
    // Another account, whose name goes on with a colon, lies in between.
    if (!name.includes(':')) names.push(name);
    range = { $gte: keysBehind(place).$lt, $lt: range.$lt };
  }
};

type KeyBounds = ({ readonly $gt: string } | { readonly $gte: string }) & { readonly $lt: string };

const firstKey = async (
  connection: Connection,
  { deadline }: Scope,
  range: KeyBounds,
): Promise<string | null> => {
  const found = await connection.call(deadline, (bounds) =>
    recordsIn(connection).findOne({ _id: range }, { ...bounds, sort: { _id: 1 }, projection: { _id: 1 } }),
  );
  return found?._id ?? null;
};
