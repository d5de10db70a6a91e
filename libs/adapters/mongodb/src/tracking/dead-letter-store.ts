import type { LetterId, LetterOriginal, ListedLetter, WaitingLetter } from '@kith/domain/tracking';
import type { Deadline, DeadLetterStore, LetterPage } from '@kith/ports';
import type { Filter } from 'mongodb';
import type { Connection } from '../engine/connection.ts';
import type { DeadLetterDocument, ReplayDocument } from '../engine/documents.ts';
import { keyOfId } from './letter-documents.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

/** Dead letters in MongoDB. */
export const createDeadLetterStore = (connection: Connection): DeadLetterStore => ({
  async letters(deadline, page) {
    const documents = await connection.call(deadline, (bounds) =>
      lettersIn(connection)
        .find(pageFilter(page), { ...bounds, projection: { original: 0 }, batchSize: page.limit + 1 })
        .sort({ _id: 1 })
        .limit(page.limit)
        .toArray(),
    );
    return withReplays(connection, deadline, documents.map(toldBy));
  },
  async readLetters(deadline, ids) {
    const documents = await connection.call(deadline, (bounds) =>
      lettersIn(connection)
        .find({ _id: { $in: keysOf(ids) } }, { ...bounds, batchSize: ids.length + 1 })
        .toArray(),
    );
    const letters = new Map(documents.map((document) => [toldBy(document).id, letterIn(document)]));
    return withReplays(
      connection,
      deadline,
      ids.flatMap((id) => letters.get(id) ?? []),
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
  async removeLetters(deadline, ids) {
    const { deletedCount } = await connection.call(deadline, ({ maxTimeMS }) =>
      lettersIn(connection).deleteMany({ _id: { $in: keysOf(ids) } }, { maxTimeMS }),
    );
    return deletedCount;
  },
  async removeLettersBefore(deadline, buriedBefore) {
    await connection.call(deadline, ({ maxTimeMS }) =>
      lettersIn(connection).deleteMany({ buriedAt: { $lt: new Date(buriedBefore) } }, { maxTimeMS }),
    );
  },
});

const lettersIn = ({ database }: Connection) =>
  database.collection<DeadLetterDocument>(COLLECTIONS.deadLetters);

const replaysIn = ({ database }: Connection) => database.collection<ReplayDocument>(COLLECTIONS.replays);

const keysOf = (ids: readonly LetterId[]): string[] => ids.map(keyOfId).filter((key) => key !== null);

const pageFilter = ({ account, umid, after }: LetterPage): Filter<DeadLetterDocument> => {
  const behind = after === undefined ? null : keyOfId(after);
  return {
    ...(umid !== undefined ? { umid } : account === undefined ? {} : { account }),
    ...(behind === null ? {} : { _id: { $gt: behind } }),
  };
};

type Told = Omit<ListedLetter, 'replays'>;

const toldBy = ({ told }: Pick<DeadLetterDocument, 'told'>): Told => JSON.parse(told) as Told;

const letterIn = (document: DeadLetterDocument): Omit<WaitingLetter, 'replays'> => ({
  ...toldBy(document),
  original: JSON.parse(document.original) as LetterOriginal,
});

const withReplays = async <T extends Told>(
  connection: Connection,
  deadline: Deadline,
  letters: readonly T[],
): Promise<readonly (T & Pick<WaitingLetter, 'replays'>)[]> => {
  const digests = letters.map(({ digest }) => digest);
  const found = await connection.call(deadline, (bounds) =>
    replaysIn(connection)
      .find({ _id: { $in: digests } }, { ...bounds, batchSize: digests.length + 1 })
      .toArray(),
  );
  const begun = new Map(found.map((replay) => [replay._id, replay.begun]));
  return letters.map((letter) => ({ ...letter, replays: begun.get(letter.digest) ?? 0 }));
};
