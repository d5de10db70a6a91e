import type { CredentialStore } from '@kith/ports';
import { createAuditRecord, recordAct } from '../engine/audit-trail.ts';
import { beginTry, clearFailures, endTry } from './login-failures.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { signingKeys } from './signing-keys.ts';
import { addUser, changePassword, findUser, removeUser, usersOf } from './users.ts';
import type { CredentialCollections } from './credential-collections.ts';
import type { Environment } from '../engine/environment.ts';

/** auth-token's data in an environment of its own. */
export const createCredentialStore = (
  environment: Environment,
  store: CredentialCollections,
): CredentialStore => ({
  user: (deadline, username) => environment.read(deadline, () => findUser(store, username)),
  users: ({ account, deadline }) => environment.read(deadline, () => usersOf(store, account)),
  ...createAuditRecord(environment, store),
  ...actsOnUsers(environment, store),
  ...refreshTokens(environment, store),
  ...signingKeys(environment, store),
  ...loginTries(environment, store),
});

type ActsOnUsers = Pick<CredentialStore, 'addUser' | 'changePassword' | 'removeUser'>;

/** What comes with an entry in the audit trail: both in one transaction. */
const actsOnUsers = (environment: Environment, store: CredentialCollections): ActsOnUsers => ({
  addUser: ({ account, deadline }, user, entry) =>
    environment.write(deadline, () => {
      const outcome = addUser(store, account, user);
      if (outcome === 'added') recordAct(store, account, entry);
      return outcome;
    }),
  changePassword: ({ account, deadline }, username, change, entry) =>
    environment.write(deadline, () => {
      const revoked = changePassword(store, account, username, change);
      if (revoked !== null) recordAct(store, account, entry);
      return revoked;
    }),
  removeUser: ({ account, deadline }, username, entry) =>
    environment.write(deadline, () => {
      const removed = removeUser(store, account, username);
      if (removed) recordAct(store, account, entry);
      return removed;
    }),
});

type Tries = Pick<CredentialStore, 'beginLoginTry' | 'endLoginTry' | 'clearLoginFailures'>;

const loginTries = (environment: Environment, store: CredentialCollections): Tries => ({
  beginLoginTry: (deadline, attempt, since, mayBegin) =>
    environment.write(deadline, () => beginTry(store, attempt, since, mayBegin)),
  endLoginTry: (deadline, attempt, outcome) =>
    environment.write(deadline, () => endTry(store, attempt, outcome)),
  clearLoginFailures: (deadline, subjects, now) =>
    environment.write(deadline, () => subjects.forEach((subject) => clearFailures(store, subject, now))),
});
