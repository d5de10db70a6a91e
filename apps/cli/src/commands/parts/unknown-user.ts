import type { NamedUser } from '@kith/ports';
import type { Outcome } from './command.ts';

/** The account has no such user. */
export const unknownUser = ({ account, username }: NamedUser): Outcome => ({
  kind: 'failed',
  code: 'unknown_user',
  message: `the account ${JSON.stringify(account)} has no user ${JSON.stringify(username)}`,
});
