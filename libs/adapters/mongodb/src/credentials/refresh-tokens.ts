import type { CredentialStore, RefreshToken } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import { credentialCollections } from '../engine/credential-collections.ts';
import type { RefreshTokenDocument } from '../engine/credential-collections.ts';

type ByHash = Pick<
  CredentialStore,
  'addRefreshToken' | 'refreshToken' | 'noteRefreshTokenUse' | 'removeRefreshToken'
>;

/** Offline refresh tokens, by their keyed hash. */
export const refreshTokens = (connection: Connection): ByHash => {
  const collection = credentialCollections(connection.database).refreshTokens;
  return {
    async addRefreshToken(deadline, { hash, ...token }) {
      await connection.call(deadline, ({ maxTimeMS }) =>
        collection.replaceOne({ _id: hash }, token, { maxTimeMS, upsert: true }),
      );
    },
    async refreshToken(deadline, hash) {
      return tokenFrom(
        await connection.call(deadline, (bounds) => collection.findOne({ _id: hash }, bounds)),
      );
    },
    async noteRefreshTokenUse(deadline, hash, at) {
      await connection.call(deadline, ({ maxTimeMS }) =>
        collection.updateOne({ _id: hash }, { $max: { lastUsedAt: at } }, { maxTimeMS }),
      );
    },
    async removeRefreshToken(deadline, hash) {
      const { deletedCount } = await connection.call(deadline, ({ maxTimeMS }) =>
        collection.deleteOne({ _id: hash }, { maxTimeMS }),
      );
      return deletedCount === 1;
    },
  };
};

type OfUser = Pick<CredentialStore, 'refreshTokenOfSession' | 'refreshTokensOfUser'>;

/** The same tokens, by session and by user. */
export const refreshTokensOfUser = (connection: Connection): OfUser => {
  const collection = credentialCollections(connection.database).refreshTokens;
  return {
    async refreshTokenOfSession({ account, deadline }, sessionState) {
      return tokenFrom(
        await connection.call(deadline, (bounds) => collection.findOne({ sessionState, account }, bounds)),
      );
    },
    async refreshTokensOfUser({ account, deadline }, username, limit) {
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
