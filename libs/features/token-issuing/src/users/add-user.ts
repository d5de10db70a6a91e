import type { AccountName } from '@kith/domain/pipeline';
import type { UserAdministration, UserStore } from '@kith/ports';
import type { Recorder } from '../auditing/audit-chain.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { asLoginName, isLoginName, isPassword } from './user-rules.ts';

export interface UserChangeDeps {
  readonly store: UserStore;
  readonly accounts: { has(account: AccountName): boolean };
  readonly passwords: PasswordHasher;
  readonly clock: () => number;
  readonly record: Recorder;
}

/** Adds a person who may fetch offline tokens for an account. */
export const createAddUser =
  ({ store, accounts, passwords, clock, record }: UserChangeDeps): UserAdministration['add'] =>
  async (deadline, { account, username, password, caller }) => {
    if (!accounts.has(account)) return { kind: 'unknownAccount' };
    const name = asLoginName(username);
    if (!isLoginName(name)) return { kind: 'unfit', member: 'username' };
    if (!isPassword(password)) return { kind: 'unfit', member: 'password' };
    const passwordHash = await passwords.hash(password);
    const user = { username: name, passwordHash, createdAt: clock() };
    const entry = record({ account, act: 'addUser', detail: { username: name } }, caller);
    return { kind: await store.add({ account, deadline }, user, entry) };
  };
