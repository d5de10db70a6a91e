import type { UserAdministration } from '@kith/ports';
import type { AddUserNeeds } from './add-user.ts';
import { asLoginName, isPassword } from './user-rules.ts';

/**
 * Gives a user another password. The user's sessions at the page end, for they hang on the password; offline tokens
 * stay, which programs use, unless they are to be revoked too.
 */
export const createChangePassword =
  ({ credentials, accounts, passwords }: AddUserNeeds): UserAdministration['changePassword'] =>
  async (deadline, { account, username, password, revokeTokens }) => {
    if (!accounts.has(account)) return { kind: 'unknownAccount' };
    if (!isPassword(password)) return { kind: 'unfit', member: 'password' };
    const [scope, name] = [{ account, deadline }, asLoginName(username)];
    const changed = await credentials.changePassword(scope, name, await passwords.hash(password));
    if (!changed) return { kind: 'unknown' };
    const revokedTokens = revokeTokens ? await credentials.removeRefreshTokensOfUser(scope, name) : 0;
    return { kind: 'changed', revokedTokens };
  };
