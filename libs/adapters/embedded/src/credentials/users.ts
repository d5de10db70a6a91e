import type { AccountName } from '@kith/domain/pipeline';
import type { AccountUser, PasswordChange, User, UserStore } from '@kith/ports';
import { recordAct } from '../engine/audit-trail.ts';
import type { Environment } from '../engine/environment.ts';
import { accountKey, forwards, textDigest } from '../engine/keys.ts';
import type { CredentialCollections } from './credential-collections.ts';
import { removeRefreshTokensOf } from './refresh-tokens.ts';

/** Users by name and by account. What comes with an entry in the audit trail is in one transaction with it. */
export const createUserStore = (environment: Environment, store: CredentialCollections): UserStore => ({
  find: (deadline, username) => environment.read(deadline, () => findUser(store, username)),
  list: ({ account, deadline }) => environment.read(deadline, () => usersOf(store, account)),
  add: ({ account, deadline }, user, entry) =>
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
  remove: ({ account, deadline }, username, entry) =>
    environment.write(deadline, () => {
      const removed = removeUser(store, account, username);
      if (removed) recordAct(store, account, entry);
      return removed;
    }),
});

/** Adds a user, unless some account has one of that name; to be called in a write transaction. */
const addUser = (store: CredentialCollections, account: AccountName, user: User): 'added' | 'exists' => {
  const digest = textDigest(user.username);
  if (store.users.has([digest])) return 'exists';
  store.users.put([digest], { ...user, account });
  store.usersByAccount.put(accountKey(account, digest), true);
  return 'added';
};

const findUser = (store: CredentialCollections, username: string): AccountUser | null =>
  store.users.get([textDigest(username)]) ?? null;

/**
 * Gives the user another password; how many tokens went with the old one, null where the account has no such user. To be
 * called in a write transaction.
 */
const changePassword = (
  store: CredentialCollections,
  account: AccountName,
  username: string,
  { passwordHash, revokeTokens }: PasswordChange,
): number | null => {
  const user = findUser(store, username);
  if (user?.account !== account) return null;
  store.users.put([textDigest(username)], { ...user, passwordHash });
  return revokeTokens ? removeRefreshTokensOf(store, account, username) : 0;
};

/** Removes a user with its tokens, where the account has it; to be called in a write transaction. */
const removeUser = (store: CredentialCollections, account: AccountName, username: string): boolean => {
  if (findUser(store, username)?.account !== account) return false;
  removeRefreshTokensOf(store, account, username);
  const digest = textDigest(username);
  store.usersByAccount.remove(accountKey(account, digest));
  return store.users.remove([digest]);
};

/** The users of an account, by name. */
const usersOf = (store: CredentialCollections, account: AccountName): readonly User[] =>
  store.usersByAccount
    .keys(forwards(account))
    .flatMap(([, digest]) => store.users.get([digest!]) ?? [])
    .map(({ username, passwordHash, createdAt }) => ({ username, passwordHash, createdAt }))
    .toSorted((a, b) => (a.username < b.username ? -1 : 1));
