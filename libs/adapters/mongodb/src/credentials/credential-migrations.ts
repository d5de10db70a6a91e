import { credentialCollections } from '../engine/credential-collections.ts';
import { makeCollection, type Replacement } from '../engine/migration.ts';
import type { Layouts } from '../engine/open-database.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

/** How auth-token's database came to its present layout. A released migration is never changed. */
export const CREDENTIAL_MIGRATIONS: readonly Replacement[] = [
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
  {
    version: 2,
    name: 'named tokens, keys that sign from a moment on',
    migrate: async (database) => {
      const { refreshTokens, signingKeys } = credentialCollections(database);
      const unnamed = { name: { $exists: false } };
      await refreshTokens.updateMany(unnamed, { $set: { name: '', lastUsedAt: null } });
      await refreshTokens.createIndexes([
        { name: 'tokensOfUser', key: { account: 1, username: 1, createdAt: -1, _id: -1 } },
        { name: 'tokenOfSession', key: { sessionState: 1 }, unique: true },
      ]);
      const momentless = { signsFrom: { $exists: false } };
      await signingKeys.updateMany(momentless, [{ $set: { signsFrom: '$createdAt' } }]);
    },
  },
  {
    version: 3,
    name: 'audit trail',
    migrate: async (database) => {
      for (const name of [COLLECTIONS.audit, COLLECTIONS.auditHeads]) await makeCollection(database, name);
    },
  },
];

/** Programs of this release need all of it. */
export const CREDENTIAL_LAYOUTS: Layouts = { migrations: CREDENTIAL_MIGRATIONS, minLayout: 3 };
