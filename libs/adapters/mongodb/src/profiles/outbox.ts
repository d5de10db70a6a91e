import { type Signal } from '@kith/platform';
import type { Deadline, Outbox, OutboxItem } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { itemsOf, placesNamed, rowWithout, type NamedPlaces, type OutboxRow } from './outbox-rows.ts';

/** So many rows come with one answer: more than there mostly are, and some megabytes at most. */
const ROWS_AT_ONCE = 100;

/**
 * The outbox. A look is one snapshot in the order of the stamps: where version 2 of a profile is seen, version 1 is too,
 * or has left, and has an earlier stamp (outbox-writes.ts). So each profile's changes come in the order of its versions,
 * from any number of processes, and nobody waits at a counter. What a layout before has numbered comes in the same order.
 */
export const createOutbox = (connection: Connection, wake: Signal): Outbox => ({
  pending: (deadline, limit) => waitingItems(connection, deadline, limit),
  depth: (deadline) =>
    connection.call(deadline, ({ maxTimeMS }) => rowsIn(connection).estimatedDocumentCount({ maxTimeMS })),
  async published(deadline, keys) {
    const named = placesNamed(keys);
    const whole = named.filter(({ isWhole }) => isWhole).map(({ row }) => row);
    await connection.call(deadline, async ({ maxTimeMS }) => {
      if (whole.length > 0) await rowsIn(connection).deleteMany({ _id: { $in: whole } }, { maxTimeMS });
    });
    for (const part of named.filter(({ isWhole }) => !isWhole)) await takeOut(connection, deadline, part);
  },
  onCommit: (listener) => wake.listen(listener),
});

const waitingItems = (
  connection: Connection,
  deadline: Deadline,
  limit: number,
): Promise<readonly OutboxItem[]> =>
  connection.call(deadline, async (bounds) => {
    const rows = rowsIn(connection)
      .find({}, { ...bounds, readConcern: { level: 'snapshot' }, batchSize: ROWS_AT_ONCE })
      .sort({ at: 1, _id: 1 });
    const items: OutboxItem[] = [];
    for await (const row of rows) {
      items.push(...itemsOf(row));
      if (items.length >= limit) break;
    }
    return items.slice(0, limit);
  });

/** Leaves the rest of a row; tried again where somebody else has taken something out of it meanwhile. */
const takeOut = async (connection: Connection, deadline: Deadline, named: NamedPlaces): Promise<void> => {
  for (let isDone = false; !isDone;) {
    isDone = await connection.call(deadline, async ({ maxTimeMS }) => {
      const rows = rowsIn(connection);
      const row = await rows.findOne({ _id: named.row }, { maxTimeMS });
      if (row === null) return true;
      const { left } = rowWithout(row, (_of, place) => named.places.has(place));
      const asRead = { _id: row._id, body: row.body };
      if (left === null) return (await rows.deleteOne(asRead, { maxTimeMS })).deletedCount === 1;
      return (await rows.updateOne(asRead, { $set: left }, { maxTimeMS })).matchedCount === 1;
    });
  }
};

const rowsIn = ({ database }: Connection) => database.collection<OutboxRow>(COLLECTIONS.outbox);
