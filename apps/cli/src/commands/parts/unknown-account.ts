import type { Outcome } from './command.ts';

/** The configuration has no such account. */
export const unknownAccount = (account: string): Outcome => ({
  kind: 'failed',
  code: 'unknown_account',
  message: `the configuration has no account ${JSON.stringify(account)}`,
});
