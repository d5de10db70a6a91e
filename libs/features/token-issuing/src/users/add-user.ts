import type { AccountName } from '@kith/domain/pipeline';
import type { CredentialStore, Deadline } from '@kith/ports';
import type { PasswordHasher } from '../login/password-hasher.ts';
import { asLoginName, isLoginName, isPassword } from './user-rules.ts';

export interface NewUser {
  readonly account: AccountName;
  readonly username: string;
  readonly password: string;
}

/** `exists` where some account has a user of that name; `unfit` says which member is no user name or password. */
export type UserAdded =
  | { readonly kind: 'added' }
  | { readonly kind: 'exists' }
  | { readonly kind: 'unknownAccount' }
  | { readonly kind: 'unfit'; readonly member: 'username' | 'password' };

export interface AddUserNeeds {
  readonly credentials: CredentialStore;
  readonly accounts: { has(account: AccountName): boolean };
  readonly passwords: PasswordHasher;
  readonly clock: () => number;
}

/** Adds a person who may fetch offline tokens for an account. */
export type AddUser = (deadline: Deadline, user: NewUser) => Promise<UserAdded>;

export const createAddUser =
  ({ credentials, accounts, passwords, clock }: AddUserNeeds): AddUser =>
  async (deadline, { account, username, password }) => {
    if (!accounts.has(account)) return { kind: 'unknownAccount' };
    const name = asLoginName(username);
    if (!isLoginName(name)) return { kind: 'unfit', member: 'username' };
    if (!isPassword(password)) return { kind: 'unfit', member: 'password' };
    const passwordHash = await passwords.hash(password);
    const user = { username: name, passwordHash, createdAt: clock() };
    return { kind: await credentials.addUser({ account, deadline }, user) };
  };
