import type { UserAdministration } from '@kith/ports';
import { createAddUser } from './add-user.ts';
import type { AddUserNeeds } from './add-user.ts';
import { createChangePassword } from './change-password.ts';
import { asLoginName } from './user-rules.ts';

/** What an administrator does about users, on the store itself. */
export const createUserAdministration = (needs: AddUserNeeds): UserAdministration => ({
  add: createAddUser(needs),
  list: async (scope) => {
    if (!needs.accounts.has(scope.account)) return { kind: 'unknownAccount' };
    const users = await needs.credentials.users(scope);
    return { kind: 'users', users: users.map(({ username, createdAt }) => ({ username, createdAt })) };
  },
  changePassword: createChangePassword(needs),
  remove: async (deadline, { account, username }) => {
    if (!needs.accounts.has(account)) return { kind: 'unknownAccount' };
    const removed = await needs.credentials.removeUser({ account, deadline }, asLoginName(username));
    return { kind: removed ? 'removed' : 'unknown' };
  },
});
