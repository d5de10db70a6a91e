import type { RefreshToken, RefreshTokenStore } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import {
  credentialCollections,
  CREDENTIALS,
  type RefreshTokenDocument,
} from '../engine/credential-collections.ts';
import { findByKeys } from '../engine/find-by-keys.ts';
import { gathered, type AskAll } from '../engine/gathered.ts';

/** So many uses are written by one command. */
const MAX_USES = 1_000;

/** Offline refresh tokens, by their keyed hash. */
export const createRefreshTokenStore = (connection: Connection): RefreshTokenStore => {
  const collection = credentialCollections(connection.database).refreshTokens;
  const find = findByKeys<RefreshTokenDocument>(connection, CREDENTIALS.refreshTokens);
  const note = gathered(noteUses(connection), { sizeOf: () => 1, maxSize: MAX_USES });
  return {
    async add(deadline, { hash, ...token }) {
      await connection.call(deadline, ({ maxTimeMS }) =>
        collection.replaceOne({ _id: hash }, token, { maxTimeMS, upsert: true }),
      );
    },
    async find(deadline, hash) {
      const [document] = await find(deadline, [hash]);
      return tokenFrom(document ?? null);
    },
    async noteUse(deadline, hash, at) {
      await note(deadline, [{ hash, at }]);
    },
    async remove(deadline, hash) {
      const { deletedCount } = await connection.call(deadline, ({ maxTimeMS }) =>
        collection.deleteOne({ _id: hash }, { maxTimeMS }),
      );
      return deletedCount === 1;
    },
    async ofSession({ account, deadline }, sessionState) {
      return tokenFrom(
        await connection.call(deadline, (bounds) => collection.findOne({ sessionState, account }, bounds)),
      );
    },
    async ofUser({ account, deadline }, username, limit) {
      const documents = await connection.call(deadline, (bounds) =>
        collection
          .find({ account, username }, bounds)
          .sort({ createdAt: -1, _id: -1 })
          .limit(limit)
          .toArray(),
      );
      return documents.flatMap((document) => tokenFrom(document) ?? []);
    },
  };
};

/** A use of a token; epoch milliseconds. */
interface TokenUse {
  readonly hash: string;
  readonly at: number;
}

/** One command for uses of many tokens; written twice they are written once. */
const noteUses =
  (connection: Connection): AskAll<TokenUse, void> =>
  async (deadline, uses) => {
    await connection.call(deadline, ({ maxTimeMS }) =>
      credentialCollections(connection.database).refreshTokens.bulkWrite(
        uses.map(({ hash, at }) => ({
          updateOne: { filter: { _id: hash }, update: { $max: { lastUsedAt: at } } },
        })),
        { ordered: false, maxTimeMS },
      ),
    );
    return uses.map(() => undefined);
  };

const tokenFrom = (document: RefreshTokenDocument | null): RefreshToken | null => {
  if (document === null) return null;
  const { _id, ...token } = document;
  return { hash: _id, ...token };
};
