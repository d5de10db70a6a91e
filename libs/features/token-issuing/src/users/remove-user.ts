import type { UserAdministration } from '@kith/ports';
import type { UserChangeDeps } from './add-user.ts';
import { asLoginName } from './user-rules.ts';

/** Removes a user from an account, and revokes the user's offline tokens. */
export const createRemoveUser =
  ({ store, accounts, record }: UserChangeDeps): UserAdministration['remove'] =>
  async (deadline, { account, username, caller }) => {
    if (!accounts.has(account)) return { kind: 'unknownAccount' };
    const name = asLoginName(username);
    const entry = record({ account, act: 'removeUser', detail: { username: name } }, caller);
    const removed = await store.remove({ account, deadline }, name, entry);
    return { kind: removed ? 'removed' : 'unknown' };
  };
