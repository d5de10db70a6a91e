import type { CredentialStore } from '@kith/ports';
import type { Connection } from './connection.ts';
import { credentialCollections } from './credential-collections.ts';

type RefreshTokens = Pick<CredentialStore, 'addRefreshToken' | 'refreshToken' | 'removeRefreshToken'>;

/** Offline refresh tokens, by their keyed hash. */
export const refreshTokens = (connection: Connection): RefreshTokens => {
  const collection = credentialCollections(connection.database).refreshTokens;
  return {
    async addRefreshToken(deadline, { hash, ...token }) {
      await connection.call(deadline, ({ maxTimeMS }) =>
        collection.replaceOne({ _id: hash }, token, { maxTimeMS, upsert: true }),
      );
    },
    async refreshToken(deadline, hash) {
      const document = await connection.call(deadline, (bounds) => collection.findOne({ _id: hash }, bounds));
      if (document === null) return null;
      const { _id, ...token } = document;
      return { hash: _id, ...token };
    },
    async removeRefreshToken(deadline, hash) {
      const { deletedCount } = await connection.call(deadline, ({ maxTimeMS }) =>
        collection.deleteOne({ _id: hash }, { maxTimeMS }),
      );
      return deletedCount === 1;
    },
  };
};
