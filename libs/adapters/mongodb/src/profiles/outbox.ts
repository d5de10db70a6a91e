import type { ChangeEvent } from '@kith/domain/identity';
import { type Signal } from '@kith/platform';
import type { Deadline, Outbox } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import type { CounterDocument, OutboxDocument } from '../engine/documents.ts';
import { applyWrites } from '../engine/apply-writes.ts';
import { UNNUMBERED } from './outbox-writes.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { Overtaken, transact, type Transaction, type Verdict } from '../engine/transaction.ts';
import { updates } from '../engine/write.ts';

/**
 * The outbox. A commit leaves its changes without a number, so that commits do not wait for each other at a counter;
 * the first look at them gives them their positions, in the order of their stamps and on one snapshot: where version 2
 * of a profile is seen, version 1 is too. So each profile's changes come in the order of its versions, from any number
 * of processes.
 */
export const createOutbox = (connection: Connection, wake: Signal): Outbox => ({
  async pending(deadline, limit) {
    await numberNewcomers(connection, deadline, limit);
    const documents = await connection.call(deadline, (bounds) =>
      connection.database
        .collection<OutboxDocument>(COLLECTIONS.outbox)
        .find({ position: { $gt: UNNUMBERED } }, { ...bounds, batchSize: limit + 1 })
        .sort({ position: 1 })
        .limit(limit)
        .toArray(),
    );
    return documents.map(({ position, account, body }) => ({
      position,
      account,
      change: JSON.parse(body) as ChangeEvent,
    }));
  },
  async published(deadline, positions) {
    await connection.call(deadline, ({ maxTimeMS }) =>
      connection.database
        .collection<OutboxDocument>(COLLECTIONS.outbox)
        .deleteMany(
          { position: { $in: positions.filter((position) => position > UNNUMBERED) } },
          { maxTimeMS },
        ),
    );
  },
  onCommit: (listener) => wake.listen(listener),
});

const numberNewcomers = async (connection: Connection, deadline: Deadline, limit: number): Promise<void> => {
  const waiting = await connection.call(deadline, (bounds) =>
    connection.database.collection(COLLECTIONS.outbox).findOne({ position: UNNUMBERED }, bounds),
  );
  if (waiting !== null) await transact(connection, deadline, (transaction) => number(transaction, limit));
};

/** Two relays that number at once meet at the counter: one of them is tried again and finds the rest. */
const number = async (transaction: Transaction, limit: number): Promise<Verdict<void>> => {
  const { database, options } = transaction;
  const documents = await database
    .collection<OutboxDocument>(COLLECTIONS.outbox)
    .find({ position: UNNUMBERED }, { ...options(), batchSize: limit + 1 })
    .sort({ position: 1, at: 1, _id: 1 })
    .limit(limit)
    .toArray();
  if (documents.length === 0) return { apply: false, result: undefined };
  const { session, maxTimeMS } = options();
  const counter = await database
    .collection<CounterDocument>(COLLECTIONS.counters)
    .findOneAndUpdate(
      { _id: COLLECTIONS.outbox },
      { $inc: { last: documents.length } },
      { session, maxTimeMS, upsert: true, returnDocument: 'after' },
    );
  const first = (counter?.last ?? 0) - documents.length + 1;
  const statements = documents.map(({ _id }, index) => ({
    q: { _id, position: UNNUMBERED },
    u: { $set: { position: first + index } },
    upsert: false,
  }));
  if (!(await applyWrites(transaction, updates(COLLECTIONS.outbox, statements, true)))) throw new Overtaken();
  return { apply: true, result: undefined };
};
