import type { RefreshToken, RefreshTokenStore } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import { credentialCollections, type RefreshTokenDocument } from '../engine/credential-collections.ts';

/** Offline refresh tokens, by their keyed hash. */
export const createRefreshTokenStore = (connection: Connection): RefreshTokenStore => {
  const collection = credentialCollections(connection.database).refreshTokens;
  return {
    async add(deadline, { hash, ...token }) {
      await connection.call(deadline, ({ maxTimeMS }) =>
        collection.replaceOne({ _id: hash }, token, { maxTimeMS, upsert: true }),
      );
    },
    async find(deadline, hash) {
      return tokenFrom(
        await connection.call(deadline, (bounds) => collection.findOne({ _id: hash }, bounds)),
      );
    },
    async noteUse(deadline, hash, at) {
      await connection.call(deadline, ({ maxTimeMS }) =>
        collection.updateOne({ _id: hash }, { $max: { lastUsedAt: at } }, { maxTimeMS }),
      );
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

const tokenFrom = (document: RefreshTokenDocument | null): RefreshToken | null => {
  if (document === null) return null;
  const { _id, ...token } = document;
  return { hash: _id, ...token };
};
