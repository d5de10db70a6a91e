import { ALL_RANGES, rangeOf, type BucketRange } from '@kith/domain/identity';
import { type Signal } from '@kith/platform';
import type { Deadline, Outbox, OutboxItem } from '@kith/ports';
import type { Filter } from 'mongodb';
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
  pending: (deadline, limit, ranges = ALL_RANGES) => waitingItems(connection, deadline, { limit, ranges }),
  depth: (deadline) =>
    connection.call(deadline, ({ maxTimeMS }) => rowsIn(connection).estimatedDocumentCount({ maxTimeMS })),
  async published(deadline, keys, until) {
    const named = placesNamed(keys);
    const whole = named.filter(({ isWhole }) => isWhole).map(({ row }) => row);
    await connection.call(deadline, async ({ maxTimeMS }) => {
      const held = { _id: { $in: whole }, ...whileHeld(until) };
      if (whole.length > 0) await rowsIn(connection).deleteMany(held, { maxTimeMS });
    });
    for (const part of named.filter(({ isWhole }) => !isWhole))
      await takeOut(connection, deadline, part, until);
  },
  onCommit: (listener) => wake.listen(listener),
});

/** The server itself sees to it that whoever has lost a range removes nothing. */
const whileHeld = (until: number | undefined): Filter<OutboxRow> =>
  until === undefined ? {} : { $expr: { $lt: ['$$NOW', new Date(until)] } };

/** Rows of before layout 10 have no range: everybody sees them, and takes out what is its own. */
const waitingItems = (
  connection: Connection,
  deadline: Deadline,
  { limit, ranges }: { readonly limit: number; readonly ranges: readonly BucketRange[] },
): Promise<readonly OutboxItem[]> =>
  connection.call(deadline, async (bounds) => {
    const rows = rowsIn(connection)
      .find(
        { range: { $in: [...ranges, null] } },
        { ...bounds, readConcern: { level: 'snapshot' }, batchSize: ROWS_AT_ONCE },
      )
      .sort({ at: 1, _id: 1 });
    const [own, items] = [new Set(ranges), [] as OutboxItem[]];
    for await (const row of rows) {
      items.push(...itemsOf(row).filter(({ change }) => own.has(rangeOf(change.umid))));
      if (items.length >= limit) break;
    }
    return items.slice(0, limit);
  });

/** Leaves the rest of a row, as long as the ranges are held; tried again where somebody else has taken something out of it meanwhile. */
const takeOut = async (
  connection: Connection,
  deadline: Deadline,
  named: NamedPlaces,
  until: number | undefined,
): Promise<void> => {
  for (let isDone = false; !isDone;) {
    isDone = await connection.call(deadline, async ({ maxTimeMS }) => {
      const rows = rowsIn(connection);
      const row = await rows.findOne({ _id: named.row, ...whileHeld(until) }, { maxTimeMS });
      if (row === null) return true;
      const { left } = rowWithout(row, (_of, place) => named.places.has(place));
      const asRead = { _id: row._id, body: row.body, ...whileHeld(until) };
      if (left === null) return (await rows.deleteOne(asRead, { maxTimeMS })).deletedCount === 1;
      return (await rows.updateOne(asRead, { $set: left }, { maxTimeMS })).matchedCount === 1;
    });
  }
};

const rowsIn = ({ database }: Connection) => database.collection<OutboxRow>(COLLECTIONS.outbox);
