import type { UserAdministration } from '@kith/ports';
import { createRecorder } from '../auditing/audit-chain.ts';
import type { Auditing } from '../auditing/audit-chain.ts';
import { createAddUser } from './add-user.ts';
import type { ChangingUsers } from './add-user.ts';
import { createChangePassword } from './change-password.ts';
import { createRemoveUser } from './remove-user.ts';

/** What administering users takes. */
export interface UserAdministrationNeeds extends Omit<ChangingUsers, 'record'>, Auditing {}

/** What an administrator does about users, on the store itself. */
export const createUserAdministration = (needs: UserAdministrationNeeds): UserAdministration => {
  const changing = { ...needs, record: createRecorder(needs) };
  return {
    add: createAddUser(changing),
    list: async (scope) => {
      if (!needs.accounts.has(scope.account)) return { kind: 'unknownAccount' };
      const users = await needs.store.list(scope);
      return { kind: 'users', users: users.map(({ username, createdAt }) => ({ username, createdAt })) };
    },
    changePassword: createChangePassword(changing),
    remove: createRemoveUser(changing),
  };
};
