import type { AccountName } from '@kith/domain/pipeline';
import type { CredentialStore, UserAdministration } from '@kith/ports';
import type { Recorder } from '../auditing/audit-chain.ts';
import type { PasswordHasher } from '../login/password-hasher.ts';
import { asLoginName, isLoginName, isPassword } from './user-rules.ts';

/** What changing users takes, on the store itself. */
export interface ChangingUsers {
  readonly credentials: CredentialStore;
  readonly accounts: { has(account: AccountName): boolean };
  readonly passwords: PasswordHasher;
  readonly clock: () => number;
  readonly record: Recorder;
}

/** Adds a person who may fetch offline tokens for an account. */
export const createAddUser =
  ({ credentials, accounts, passwords, clock, record }: ChangingUsers): UserAdministration['add'] =>
  async (deadline, { account, username, password, caller }) => {
    if (!accounts.has(account)) return { kind: 'unknownAccount' };
    const name = asLoginName(username);
    if (!isLoginName(name)) return { kind: 'unfit', member: 'username' };
    if (!isPassword(password)) return { kind: 'unfit', member: 'password' };
    const passwordHash = await passwords.hash(password);
    const user = { username: name, passwordHash, createdAt: clock() };
    const entry = record({ account, act: 'addUser', detail: { username: name } }, caller);
    return { kind: await credentials.addUser({ account, deadline }, user, entry) };
  };
