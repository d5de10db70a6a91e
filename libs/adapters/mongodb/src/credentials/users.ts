import type { Scope, User, UserStore } from '@kith/ports';
import { applyWrites } from '../engine/apply-writes.ts';
import type { Connection } from '../engine/connection.ts';
import { credentialCollections, CREDENTIALS, type UserDocument } from '../engine/credential-collections.ts';
import { findByKeys } from '../engine/find-by-keys.ts';
import { textDigest } from '../engine/keys.ts';
import { transactAudited } from '../engine/transact-audited.ts';
import type { Transaction } from '../engine/transaction.ts';
import { inserts } from '../engine/write.ts';

/** People who may fetch an offline token. */
export const createUserStore = (connection: Connection): UserStore => {
  const collection = credentialCollections(connection.database).users;
  const find = findByKeys<UserDocument>(connection, CREDENTIALS.users);
  return {
    async find(deadline, username) {
      const [document] = await find(deadline, [textDigest(username)]);
      return document ? { ...userFrom(document), account: document.account } : null;
    },
    async list({ account, deadline }) {
      const documents = await connection.call(deadline, (bounds) =>
        collection.find({ account }, bounds).toArray(),
      );
      return documents.map(userFrom).toSorted((a, b) => (a.username < b.username ? -1 : 1));
    },
    ...changesOf(connection),
  };
};

/** The changes that administrators make to users. */
const changesOf = (connection: Connection): Pick<UserStore, 'add' | 'changePassword' | 'remove'> => ({
  add: (scope, { username, passwordHash, createdAt }, entry) =>
    transactAudited(connection, scope, entry, async (transaction) => {
      const document: UserDocument = {
        _id: textDigest(username),
        account: scope.account,
        username,
        passwordHash,
        createdAt,
      };
      const apply = await applyWrites(transaction, inserts(CREDENTIALS.users, [document]));
      return { apply, result: apply ? ('added' as const) : ('exists' as const) };
    }),
  changePassword: (scope, username, { passwordHash, revokeTokens }, entry) =>
    transactAudited(connection, scope, entry, async (transaction) => {
      const { session, maxTimeMS } = transaction.options();
      const { matchedCount } = await credentialCollections(transaction.database).users.updateOne(
        userOf(scope, username),
        { $set: { passwordHash } },
        { session, maxTimeMS },
      );
      if (matchedCount === 0) return { apply: false, result: null };
      return { apply: true, result: revokeTokens ? await removeTokens(transaction, scope, username) : 0 };
    }),
  remove: (scope, username, entry) =>
    transactAudited(connection, scope, entry, async (transaction) => {
      const { session, maxTimeMS } = transaction.options();
      const { deletedCount } = await credentialCollections(transaction.database).users.deleteOne(
        userOf(scope, username),
        { session, maxTimeMS },
      );
      if (deletedCount === 1) await removeTokens(transaction, scope, username);
      return { apply: deletedCount === 1, result: deletedCount === 1 };
    }),
});

const userOf = ({ account }: Scope, username: string) => ({ _id: textDigest(username), account });

const removeTokens = async (
  { database, options }: Transaction,
  { account }: Scope,
  username: string,
): Promise<number> => {
  const { session, maxTimeMS } = options();
  const { refreshTokens } = credentialCollections(database);
  const { deletedCount } = await refreshTokens.deleteMany({ account, username }, { session, maxTimeMS });
  return deletedCount;
};

const userFrom = ({ username, passwordHash, createdAt }: UserDocument): User => ({
  username,
  passwordHash,
  createdAt,
});
