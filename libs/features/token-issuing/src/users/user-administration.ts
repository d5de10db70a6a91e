import type { UserAdministration } from '@kith/ports';
import { createRecorder, type AuditedDeps } from '../auditing/audit-chain.ts';
import { createAddUser, type UserChangeDeps } from './add-user.ts';
import { createChangePassword } from './change-password.ts';
import { createRemoveUser } from './remove-user.ts';

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
