import type { Outcome } from './command-parts.ts';

/** The configuration has no such account. */
export const unknownAccount = (account: string): Outcome => ({
  kind: 'failed',
  message: `the configuration has no account ${JSON.stringify(account)}`,
});
