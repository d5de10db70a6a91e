import type { AccountName } from '@kith/domain/pipeline';
import type { AccountUser, User } from '@kith/ports';
import { accountKey, forwards, textDigest } from './keys.ts';
import type { CredentialCollections } from './credential-collections.ts';

/** Adds a user, unless some account has one of that name; to be called in a write transaction. */
export const addUser = (
  store: CredentialCollections,
  account: AccountName,
  user: User,
): 'added' | 'exists' => {
  const digest = textDigest(user.username);
  if (store.users.has([digest])) return 'exists';
  store.users.put([digest], { ...user, account });
  store.usersByAccount.put(accountKey(account, digest), true);
  return 'added';
};

export const findUser = (store: CredentialCollections, username: string): AccountUser | null =>
  store.users.get([textDigest(username)]) ?? null;

/** The users of an account, by name. */
export const usersOf = (store: CredentialCollections, account: AccountName): readonly User[] =>
  store.usersByAccount
    .keys(forwards(account))
    .flatMap(([, digest]) => store.users.get([digest!]) ?? [])
    .map(({ username, passwordHash, createdAt }) => ({ username, passwordHash, createdAt }))
    .toSorted((a, b) => (a.username < b.username ? -1 : 1));
