import type { Outcome } from './command.ts';

const FITTING: Readonly<Record<'username' | 'password', string>> = {
  username: 'a user name has 1 to 256 characters, and no control characters',
  password: 'a password has 1 to 1,024 characters',
};

/** What was given cannot be a user name, or a password. */
export const unfit = (member: 'username' | 'password'): Outcome => ({
  kind: 'failed',
  code: 'unfit_value',
  message: FITTING[member],
});
