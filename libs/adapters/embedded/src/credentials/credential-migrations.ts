import type { RootDatabase } from 'lmdb';
import { openCredentialCollections } from './credential-collections.ts';
import { forwards } from '../engine/keys.ts';
import type { Migration } from '../engine/migration.ts';
import { putRefreshToken } from './refresh-tokens.ts';

const NEW_MEMBERS = { name: '', lastUsedAt: null };

const addNamesAndMoments = (root: RootDatabase): void => {
  const store = openCredentialCollections(root);
  for (const token of store.refreshTokens.values(forwards())) {
    putRefreshToken(store, { ...NEW_MEMBERS, ...token });
  }
  for (const key of store.signingKeys.values(forwards())) {
    store.signingKeys.put([key.createdAt, key.kid], { ...key, signsFrom: key.createdAt });
  }
};

/** How the store under `credentials` came to its present layout. A released migration is never changed. */
export const CREDENTIAL_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'first layout', migrate: () => undefined },
  { version: 2, name: 'named tokens, keys that sign from a moment on', migrate: addNamesAndMoments },
  // Its collections need nothing; a program that would leave no record of what it does is kept out.
  { version: 3, name: 'audit trail', migrate: () => undefined },
];
