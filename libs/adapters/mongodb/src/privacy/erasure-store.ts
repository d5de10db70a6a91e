import type { Device } from '@kith/domain/identity';
import type { Erasure } from '@kith/domain/privacy';
import { type Signal } from '@kith/platform';
import type { ErasureStore } from '@kith/ports';
import { applyWrites } from '../engine/apply-writes.ts';
import { auditWrites } from '../engine/audit-trail.ts';
import { beginErasure } from './begin-erasure.ts';
import { clearUmid } from './clear-umid.ts';
import type { Connection } from '../engine/connection.ts';
import type {
  DeviceDocument,
  ErasureDocument,
  OffsetDocument,
  SuppressionDocument,
} from '../engine/documents.ts';
import { countIn, erasureIn } from './erasure-documents.ts';
import { suppressionFrom } from '../engine/identity-documents.ts';
import { deviceKey, ownedBy, suppressionKey } from '../engine/identity-keys.ts';
import { accountKey } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { barringWrites, timesSuppressedKey } from '../profiles/suppression-writes.ts';
import { transact } from '../engine/transaction.ts';

/** Removes persons from MongoDB; `changed` is notified when an erasure left its change in the outbox. */
export const createErasureStore = (connection: Connection, changed: Signal): ErasureStore => ({
  async suppressed({ account, deadline }, keys) {
    const documents = await connection.call(deadline, (bounds) =>
      connection.database
        .collection<SuppressionDocument>(COLLECTIONS.identity)
        .find(
          { _id: { $in: keys.map((key) => suppressionKey(account, key)) } },
          { ...bounds, batchSize: keys.length + 1 },
        )
        .toArray(),
    );
    return documents.map(suppressionFrom);
  },
  async timesSuppressed({ account, deadline }) {
    const counted = await connection.call(deadline, (bounds) =>
      connection.database
        .collection<OffsetDocument>(COLLECTIONS.offsets)
        .findOne({ _id: timesSuppressedKey(account) }, bounds),
    );
    return counted?.position ?? 0;
  },
  async begin({ account, deadline }, beginning) {
    const outcome = await transact(connection, deadline, (transaction) =>
      beginErasure(transaction, account, beginning),
    );
    if (outcome === 'begun') changed.notify();
    return outcome;
  },
  async unfinished(deadline, limit) {
    const documents = await connection.call(deadline, (bounds) =>
      connection.database
        .collection<ErasureDocument>(COLLECTIONS.erasures)
        .find({}, { ...bounds, batchSize: limit + 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    );
    return documents.map(({ account, body }) => ({ account, erasure: JSON.parse(body) as Erasure }));
  },
  async devices({ account, deadline }, umid, limit) {
    const documents = await connection.call(deadline, (bounds) =>
      connection.database
        .collection<DeviceDocument>(COLLECTIONS.identity)
        .find({ of: ownedBy(account, 'device', umid) }, { ...bounds, batchSize: limit + 1 })
        .limit(limit)
        .toArray(),
    );
    return documents.map(({ body }) => JSON.parse(body) as Device);
  },
  removeDevices: removeDevicesIn(connection),
  removeSome: ({ account, deadline }, id, limit) =>
    transact(connection, deadline, (transaction) => clearUmid(transaction, account, id, limit)),
  finish: finishIn(connection),
});

const removeDevicesIn =
  (connection: Connection): ErasureStore['removeDevices'] =>
  ({ account, deadline }, id, umdids, suppressions) =>
    transact(connection, deadline, async (transaction) => {
      await applyWrites(transaction, barringWrites(account, suppressions));
      const { session, maxTimeMS } = transaction.options();
      const { deletedCount } = await transaction.database
        .collection<DeviceDocument>(COLLECTIONS.identity)
        .deleteMany(
          { _id: { $in: umdids.map((umdid) => deviceKey(account, umdid)) } },
          { session, maxTimeMS },
        );
      await countIn(transaction, account, id, { devices: deletedCount });
      return { apply: true, result: undefined };
    });

const finishIn =
  (connection: Connection): ErasureStore['finish'] =>
  ({ account, deadline }, id, entry) =>
    transact(connection, deadline, async (transaction) => {
      const { session, maxTimeMS } = transaction.options();
      const present = await erasureIn(transaction, account, id);
      if (present === null || !(await applyWrites(transaction, auditWrites(account, entry)))) {
        return { apply: false, result: 'conflict' as const };
      }
      await transaction.database
        .collection<ErasureDocument>(COLLECTIONS.erasures)
        .deleteOne({ _id: accountKey(account, id) }, { session, maxTimeMS });
      return { apply: true, result: 'finished' as const };
    });
