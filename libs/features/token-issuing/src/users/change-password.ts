import type { UserAdministration } from '@kith/ports';
import type { UserChangeDeps } from './add-user.ts';
import { asLoginName, isPassword } from './user-rules.ts';

/**
 * Gives a user another password. The user's sessions at the page end, for they hang on the password; offline tokens
 * stay, which programs use, unless they are to be revoked too.
 */
export const createChangePassword =
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
