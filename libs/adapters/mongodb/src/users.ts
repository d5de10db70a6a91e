import type { CredentialStore, User } from '@kith/ports';
import { isDuplicateKey } from './apply-writes.ts';
import type { Connection } from './connection.ts';
import { credentialCollections } from './credential-collections.ts';
import type { UserDocument } from './credential-collections.ts';
import { textDigest } from './keys.ts';

/** People who may fetch an offline token. */
export const users = (connection: Connection): Pick<CredentialStore, 'addUser' | 'user' | 'users'> => {
  const collection = credentialCollections(connection.database).users;
  return {
    addUser: ({ account, deadline }, { username, passwordHash, createdAt }) =>
      connection.call(deadline, ({ maxTimeMS }) =>
        collection
          .insertOne({ _id: textDigest(username), account, username, passwordHash, createdAt }, { maxTimeMS })
          .then(() => 'added' as const, existsOrThrow),
      ),
    async user(deadline, username) {
      const document = await connection.call(deadline, (bounds) =>
        collection.findOne({ _id: textDigest(username) }, bounds),
      );
      return document === null ? null : { ...userFrom(document), account: document.account };
    },
    async users({ account, deadline }) {
      const documents = await connection.call(deadline, (bounds) =>
        collection.find({ account }, bounds).toArray(),
      );
      return documents.map(userFrom).toSorted((a, b) => (a.username < b.username ? -1 : 1));
    },
  };
};

/** What changes about them once they are there. */
export const changingUsers = (
  connection: Connection,
): Pick<CredentialStore, 'changePassword' | 'removeUser'> => {
  const { users: collection, refreshTokens } = credentialCollections(connection.database);
  const one = (account: string, username: string) => ({ _id: textDigest(username), account });
  return {
    async changePassword({ account, deadline }, username, passwordHash) {
      const { matchedCount } = await connection.call(deadline, ({ maxTimeMS }) =>
        collection.updateOne(one(account, username), { $set: { passwordHash } }, { maxTimeMS }),
      );
      return matchedCount === 1;
    },
    // The user first: from then on the tokens open nothing. What a fault leaves of them goes with the next try.
    async removeUser({ account, deadline }, username) {
      const { deletedCount } = await connection.call(deadline, ({ maxTimeMS }) =>
        collection.deleteOne(one(account, username), { maxTimeMS }),
      );
      await connection.call(deadline, ({ maxTimeMS }) =>
        refreshTokens.deleteMany({ account, username }, { maxTimeMS }),
      );
      return deletedCount === 1;
    },
  };
};

const existsOrThrow = (error: unknown): 'exists' => {
  if (isDuplicateKey(error)) return 'exists';
  throw error;
};

const userFrom = ({ username, passwordHash, createdAt }: UserDocument): User => ({
  username,
  passwordHash,
  createdAt,
});
