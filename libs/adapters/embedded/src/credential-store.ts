import type { CredentialStore, SigningKey } from '@kith/ports';
import { addFailure, clearFailures, failuresSince, removeOldFailures } from './login-failures.ts';
import { backwards } from './keys.ts';
import { addUser, findUser, usersOf } from './users.ts';
import type { CredentialCollections } from './credential-collections.ts';
import type { Environment } from './environment.ts';

/** auth-token's data in an environment of its own. */
export const createCredentialStore = (
  environment: Environment,
  store: CredentialCollections,
): CredentialStore => ({
  addUser: ({ account, deadline }, user) => environment.write(deadline, () => addUser(store, account, user)),
  user: (deadline, username) => environment.read(deadline, () => findUser(store, username)),
  users: ({ account, deadline }) => environment.read(deadline, () => usersOf(store, account)),
  ...refreshTokens(environment, store),
  ...signingKeys(environment, store),
  ...loginFailures(environment, store),
});

type RefreshTokens = Pick<CredentialStore, 'addRefreshToken' | 'refreshToken' | 'removeRefreshToken'>;

const refreshTokens = (environment: Environment, store: CredentialCollections): RefreshTokens => ({
  addRefreshToken: (deadline, token) =>
    environment.write(deadline, () => store.refreshTokens.put([token.hash], token)),
  refreshToken: (deadline, hash) => environment.read(deadline, () => store.refreshTokens.get([hash]) ?? null),
  removeRefreshToken: (deadline, hash) =>
    environment.write(deadline, () => store.refreshTokens.remove([hash])),
});

type SigningKeys = Pick<CredentialStore, 'signingKeys' | 'addFirstSigningKey'>;

const signingKeys = (environment: Environment, store: CredentialCollections): SigningKeys => {
  const newestFirst = (): readonly SigningKey[] => store.signingKeys.values(backwards());
  return {
    signingKeys: (deadline) => environment.read(deadline, newestFirst),
    addFirstSigningKey: (deadline, key) =>
      environment.write(deadline, () => {
        if (newestFirst().length === 0) store.signingKeys.put([key.createdAt, key.kid], key);
        return newestFirst();
      }),
  };
};

type Failures = Pick<CredentialStore, 'addLoginFailures' | 'loginFailures' | 'clearLoginFailures'>;

const loginFailures = (environment: Environment, store: CredentialCollections): Failures => ({
  addLoginFailures: (deadline, subjects, at) =>
    environment.write(deadline, () => {
      subjects.forEach((subject) => addFailure(store, subject, at));
      removeOldFailures(store, at);
    }),
  loginFailures: (deadline, subjects, since) =>
    environment.read(deadline, () => subjects.map((subject) => failuresSince(store, subject, since))),
  clearLoginFailures: (deadline, subjects) =>
    environment.write(deadline, () => subjects.forEach((subject) => clearFailures(store, subject))),
});
