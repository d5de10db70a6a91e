import { makeCollection } from './migration.ts';
import type { Migration } from './migration.ts';

/** How auth-token's database came to its present layout. A released migration is never changed. */
export const CREDENTIAL_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'first layout',
    migrate: async (database) => {
      await makeCollection(database, 'users', [{ name: 'usersOfAccount', key: { account: 1 } }]);
      await makeCollection(database, 'refresh_tokens');
      await makeCollection(database, 'signing_keys', [
        { name: 'newestKeys', key: { createdAt: -1, _id: -1 } },
        {
          name: 'oneFirstKey',
          key: { first: 1 },
          unique: true,
          partialFilterExpression: { first: { $exists: true } },
        },
      ]);
      await makeCollection(database, 'login_failures', [
        { name: 'failuresOfSubject', key: { subject: 1, at: 1 } },
        { name: 'expiredFailures', key: { expiresAt: 1 }, expireAfterSeconds: 0 },
      ]);
    },
  },
];
