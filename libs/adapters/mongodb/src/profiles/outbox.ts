import type { ChangeEvent } from '@kith/domain/identity';
import { type Signal } from '@kith/platform';
import type { Outbox } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import type { OutboxDocument } from '../engine/documents.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

/**
 * The outbox. A look is one snapshot in the order of the stamps: where version 2 of a profile is seen, version 1 is too,
 * or has left, and has an earlier stamp (outbox-writes.ts). So each profile's changes come in the order of its versions,
 * from any number of processes, and nobody waits at a counter. What a layout before has numbered comes in the same order.
 */
export const createOutbox = (connection: Connection, wake: Signal): Outbox => ({
  async pending(deadline, limit) {
    const documents = await connection.call(deadline, (bounds) =>
      itemsIn(connection)
        .find({}, { ...bounds, readConcern: { level: 'snapshot' }, batchSize: limit + 1 })
        .sort({ at: 1, _id: 1 })
        .limit(limit)
        .toArray(),
    );
    return documents.map(({ _id, account, body }) => ({
      key: _id,
      account,
      change: JSON.parse(body) as ChangeEvent,
    }));
  },
  async published(deadline, keys) {
    await connection.call(deadline, ({ maxTimeMS }) =>
      itemsIn(connection).deleteMany({ _id: { $in: [...keys] } }, { maxTimeMS }),
    );
  },
  onCommit: (listener) => wake.listen(listener),
});

const itemsIn = ({ database }: Connection) => database.collection<OutboxDocument>(COLLECTIONS.outbox);
