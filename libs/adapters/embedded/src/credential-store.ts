import type { CredentialStore, SigningKey } from '@kith/ports';
import { addFailure, clearFailures, failuresSince, removeOldFailures } from './login-failures.ts';
import { backwards } from './keys.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { addUser, changePassword, findUser, removeUser, usersOf } from './users.ts';
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
  changePassword: ({ account, deadline }, username, passwordHash) =>
    environment.write(deadline, () => changePassword(store, { account, username, passwordHash })),
  removeUser: ({ account, deadline }, username) =>
    environment.write(deadline, () => removeUser(store, account, username)),
  ...refreshTokens(environment, store),
  ...signingKeys(environment, store),
  ...loginFailures(environment, store),
});

type SigningKeys = Pick<
  CredentialStore,
  'signingKeys' | 'addFirstSigningKey' | 'addSigningKey' | 'removeSigningKeys'
>;

const signingKeys = (environment: Environment, store: CredentialCollections): SigningKeys => {
  const newestFirst = (): readonly SigningKey[] => store.signingKeys.values(backwards());
  const put = (key: SigningKey): void => store.signingKeys.put([key.createdAt, key.kid], key);
  return {
    signingKeys: (deadline) => environment.read(deadline, newestFirst),
    addFirstSigningKey: (deadline, key) =>
      environment.write(deadline, () => {
        if (newestFirst().length === 0) put(key);
        return newestFirst();
      }),
    addSigningKey: (deadline, key) => environment.write(deadline, () => put(key)),
    removeSigningKeys: (deadline, kids) =>
      environment.write(deadline, () =>
        newestFirst()
          .filter(({ kid }) => kids.includes(kid))
          .forEach(({ createdAt, kid }) => store.signingKeys.remove([createdAt, kid])),
      ),
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
