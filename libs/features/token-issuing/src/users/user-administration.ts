import type { AccountName } from '@kith/domain/pipeline';
import type { UserAdministration, UserStore } from '@kith/ports';
import { type AuditedDeps, createRecorder, type Recorder } from '../auditing/audit-chain.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { asLoginName, isLoginName, isPassword } from './user-rules.ts';

interface UserChangeDeps {
  readonly store: UserStore;
  readonly accounts: { has(account: AccountName): boolean };
  readonly passwords: PasswordHasher;
  readonly clock: () => number;
  readonly record: Recorder;
}

export interface UserAdministrationDeps extends Omit<UserChangeDeps, 'record'>, AuditedDeps {}

/** What an administrator does about users, on the store itself. */
export const createUserAdministration = (deps: UserAdministrationDeps): UserAdministration => {
  const changing = { ...deps, record: createRecorder(deps) };
  return {
    add: createAddUser(changing),
    list: async (scope) => {
      if (!deps.accounts.has(scope.account)) return { kind: 'unknownAccount' };
      const users = await deps.store.list(scope);
      return { kind: 'users', users: users.map(({ username, createdAt }) => ({ username, createdAt })) };
    },
    changePassword: createChangePassword(changing),
    remove: createRemoveUser(changing),
  };
};

/** Removes a user from an account, and revokes the user's offline tokens. */
const createRemoveUser =
  ({ store, accounts, record }: UserChangeDeps): UserAdministration['remove'] =>
  async (deadline, { account, username, caller }) => {
    if (!accounts.has(account)) return { kind: 'unknownAccount' };
    const name = asLoginName(username);
    const entry = record({ account, act: 'removeUser', detail: { username: name } }, caller);
    const removed = await store.remove({ account, deadline }, name, entry);
    return { kind: removed ? 'removed' : 'unknown' };
  };

/**
 * Gives a user another password. The user's sessions at the page end, for they hang on the password; offline tokens
 * stay, which programs use, unless they are to be revoked too.
 */
const createChangePassword =
  ({ store, accounts, passwords, record }: UserChangeDeps): UserAdministration['changePassword'] =>
  async (deadline, { account, username, password, revokeTokens, caller }) => {
    if (!accounts.has(account)) return { kind: 'unknownAccount' };
    if (!isPassword(password)) return { kind: 'unfit', member: 'password' };
    const name = asLoginName(username);
    const change = { passwordHash: await passwords.hash(password), revokeTokens };
    const detail = { username: name, revokeTokens };
    const entry = record({ account, act: 'changePassword', detail }, caller);
    const revokedTokens = await store.changePassword({ account, deadline }, name, change, entry);
    return revokedTokens === null ? { kind: 'unknown' } : { kind: 'changed', revokedTokens };
  };

/** Adds a person who may fetch offline tokens for an account. */
const createAddUser =
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
