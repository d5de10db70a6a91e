import type { AccountName } from '@kith/domain/pipeline';
import type { CredentialStore, UserAdministration } from '@kith/ports';
import type { PasswordHasher } from '../login/password-hasher.ts';
import { asLoginName, isLoginName, isPassword } from './user-rules.ts';

export interface AddUserNeeds {
  readonly credentials: CredentialStore;
  readonly accounts: { has(account: AccountName): boolean };
  readonly passwords: PasswordHasher;
  readonly clock: () => number;
}

/** Adds a person who may fetch offline tokens for an account. */
export type AddUser = UserAdministration['add'];

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
