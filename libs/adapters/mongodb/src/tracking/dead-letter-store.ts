import type {
  DeadLetterId,
  DeadLetterOriginal,
  ListedDeadLetter,
  WaitingDeadLetter,
} from '@kith/domain/tracking';
import type { Deadline, DeadLetterStore, DeadLetterPage } from '@kith/ports';
import type { Filter } from 'mongodb';
import type { Connection } from '../engine/connection.ts';
import type { DeadLetterDocument, ReplayDocument } from '../engine/documents.ts';
import { keyOfId } from './dead-letter-documents.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

/** Dead letters in MongoDB. */
export const createDeadLetterStore = (connection: Connection): DeadLetterStore => ({
  async list(deadline, page) {
    const documents = await connection.call(deadline, (bounds) =>
      deadLettersIn(connection)
        .find(pageFilter(page), { ...bounds, projection: { original: 0 }, batchSize: page.limit + 1 })
        .sort({ _id: 1 })
        .limit(page.limit)
        .toArray(),
    );
    return withReplays(connection, deadline, documents.map(toldBy));
  },
  async read(deadline, ids) {
    const documents = await connection.call(deadline, (bounds) =>
      deadLettersIn(connection)
        .find({ _id: { $in: keysOf(ids) } }, { ...bounds, batchSize: ids.length + 1 })
        .toArray(),
    );
    const deadLetters = new Map(documents.map((document) => [toldBy(document).id, deadLetterIn(document)]));
    return withReplays(
      connection,
      deadline,
      ids.flatMap((id) => deadLetters.get(id) ?? []),
    );
  },
  noteReplays: async (deadline, digests, until) => {
    if (digests.length === 0) return;
    const operations = digests.map((digest) => ({
      updateOne: {
        filter: { _id: digest },
        update: { $inc: { begun: 1 }, $set: { expiresAt: new Date(until) } },
        upsert: true,
      },
    }));
    await connection.call(deadline, ({ maxTimeMS }) =>
      replaysIn(connection).bulkWrite(operations, { maxTimeMS }),
    );
  },
  async remove(deadline, ids) {
    const { deletedCount } = await connection.call(deadline, ({ maxTimeMS }) =>
      deadLettersIn(connection).deleteMany({ _id: { $in: keysOf(ids) } }, { maxTimeMS }),
    );
    return deletedCount;
  },
  async removeBefore(deadline, buriedBefore) {
    await connection.call(deadline, ({ maxTimeMS }) =>
      deadLettersIn(connection).deleteMany({ buriedAt: { $lt: new Date(buriedBefore) } }, { maxTimeMS }),
    );
  },
});

const deadLettersIn = ({ database }: Connection) =>
  database.collection<DeadLetterDocument>(COLLECTIONS.deadLetters);

const replaysIn = ({ database }: Connection) => database.collection<ReplayDocument>(COLLECTIONS.replays);

const keysOf = (ids: readonly DeadLetterId[]): string[] => ids.map(keyOfId).filter((key) => key !== null);

const pageFilter = ({ account, umid, after }: DeadLetterPage): Filter<DeadLetterDocument> => {
  const behind = after === undefined ? null : keyOfId(after);
  return {
    ...(umid !== undefined ? { umid } : account === undefined ? {} : { account }),
    ...(behind === null ? {} : { _id: { $gt: behind } }),
  };
};

type Told = Omit<ListedDeadLetter, 'replays'>;

const toldBy = ({ told }: Pick<DeadLetterDocument, 'told'>): Told => JSON.parse(told) as Told;

const deadLetterIn = (document: DeadLetterDocument): Omit<WaitingDeadLetter, 'replays'> => ({
  ...toldBy(document),
  original: JSON.parse(document.original) as DeadLetterOriginal,
});

const withReplays = async <T extends Told>(
  connection: Connection,
  deadline: Deadline,
  deadLetters: readonly T[],
): Promise<readonly (T & Pick<WaitingDeadLetter, 'replays'>)[]> => {
  const digests = deadLetters.map(({ digest }) => digest);
  const found = await connection.call(deadline, (bounds) =>
    replaysIn(connection)
      .find({ _id: { $in: digests } }, { ...bounds, batchSize: digests.length + 1 })
      .toArray(),
  );
  const begun = new Map(found.map((replay) => [replay._id, replay.begun]));
  return deadLetters.map((deadLetter) => ({ ...deadLetter, replays: begun.get(deadLetter.digest) ?? 0 }));
};
