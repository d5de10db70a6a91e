import { join } from 'node:path';
import { NO_ACCOUNT } from '@kith/domain/privacy';
import type { CredentialStore, SigningKey, SigningKeyStore } from '@kith/ports';
import type { RootDatabase } from 'lmdb';
import { createAuditRecord, recordAct } from '../engine/audit-trail.ts';
import { holdsData } from '../engine/data-directory.ts';
import { type Environment, openEnvironment } from '../engine/environment.ts';
import { backwards, forwards } from '../engine/keys.ts';
import type { Migration } from '../engine/migration.ts';
import { type CredentialCollections, openCredentialCollections } from './credential-collections.ts';
import { createLoginTryStore } from './login-failures.ts';
import { createRefreshTokenStore, putRefreshToken } from './refresh-tokens.ts';
import { createUserStore } from './users.ts';

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

/** Users, tokens and keys in an LMDB environment that no other room reads. */
export interface EmbeddedCredentials {
  readonly credentials: CredentialStore;
  readonly close: () => Promise<void>;
}

/**
 * Opens or creates the folder `credentials` of the data directory. Throws `DirectoryInUse` where another living
 * process has it, `SchemaTooNew` where a newer program wrote it, `NoData` where they must be there and are not.
 */
export const openEmbeddedCredentials = async (options: {
  readonly directory: string;
  /** Opens the data that are there, and makes none in a directory that has none at all. */
  readonly mustExist?: boolean;
}): Promise<EmbeddedCredentials> => {
  const directory = join(options.directory, 'credentials');
  const environment = await openEnvironment(directory, CREDENTIAL_MIGRATIONS, {
    mustExist: options.mustExist === true && !holdsData(join(options.directory, 'store')),
  });
  const collections = openCredentialCollections(environment.root);
  return {
    credentials: createCredentialStore(environment, collections),
    close: () => environment.close(),
  };
};

/** auth-token's data in an environment of its own. */
const createCredentialStore = (environment: Environment, store: CredentialCollections): CredentialStore => ({
  users: createUserStore(environment, store),
  refreshTokens: createRefreshTokenStore(environment, store),
  signingKeys: createSigningKeyStore(environment, store),
  loginTries: createLoginTryStore(environment, store),
  audit: createAuditRecord(environment, store),
});

/** Keys that sign access tokens, by when they were made. */
const createSigningKeyStore = (environment: Environment, store: CredentialCollections): SigningKeyStore => ({
  list: (deadline) => environment.read(deadline, () => newestFirst(store)),
  addFirst: (deadline, key) =>
    environment.write(deadline, () => {
      if (newestFirst(store).length === 0) put(store, key);
      return newestFirst(store);
    }),
  add: (deadline, key, entry) =>
    environment.write(deadline, () => {
      put(store, key);
      recordAct(store, NO_ACCOUNT, entry);
    }),
  revoke: (deadline, kid, entry) =>
    environment.write(deadline, () => {
      if (!remove(store, [kid])) return false;
      recordAct(store, NO_ACCOUNT, entry);
      return true;
    }),
  remove: (deadline, kids) => environment.write(deadline, () => void remove(store, kids)),
});

const newestFirst = (store: CredentialCollections): readonly SigningKey[] =>
  store.signingKeys.values(backwards());

const put = (store: CredentialCollections, key: SigningKey): void =>
  store.signingKeys.put([key.createdAt, key.kid], key);

/** Whether one of them was there. */
const remove = (store: CredentialCollections, kids: readonly string[]): boolean =>
  newestFirst(store).filter(
    ({ createdAt, kid }) => kids.includes(kid) && store.signingKeys.remove([createdAt, kid]),
  ).length > 0;
