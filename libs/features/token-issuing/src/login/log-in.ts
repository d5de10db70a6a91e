import type { AccountUser, CredentialStore, Deadline } from '@kith/ports';
import { isLoginName, isPassword } from '../users/user-rules.ts';
import type { Caller, LoginThrottle, Try } from './login-throttle.ts';
import type { PasswordCheck, PasswordHasher } from './password-hasher.ts';

/** What became of a try to log in. `refused` never says whether there is such a user. */
export type LoggedIn =
  | { readonly kind: 'welcome'; readonly user: AccountUser }
  | { readonly kind: 'refused' }
  | { readonly kind: 'tooManyTries'; readonly waitMs: number }
  | { readonly kind: 'busy' };

/** What the form brought, and from where. */
export interface LoginAttempt extends Caller {
  readonly password: string;
}

/** Checks a user name and password within the limits on failed tries (behaviour.md section 6). */
export type LogIn = (deadline: Deadline, attempt: LoginAttempt) => Promise<LoggedIn>;

export interface LogInNeeds {
  readonly credentials: CredentialStore;
  readonly throttle: LoginThrottle;
  readonly passwords: PasswordHasher;
}

export const createLogIn =
  ({ credentials, throttle, passwords }: LogInNeeds): LogIn =>
  async (deadline, attempt) => {
    const begun = await throttle.begin(deadline, attempt);
    try {
      if (begun.waitMs > 0) return { kind: 'tooManyTries', waitMs: begun.waitMs };
      const user = await findUser(credentials, deadline, attempt);
      return await settle(begun, user, await checkPassword(passwords, user, attempt));
    } finally {
      begun.end();
    }
  };

const settle = async (begun: Try, user: AccountUser | null, check: PasswordCheck): Promise<LoggedIn> => {
  if (check === 'busy') return { kind: 'busy' };
  if (check === 'wrong' || user === null) {
    await begun.failed();
    return { kind: 'refused' };
  }
  await begun.succeeded();
  return { kind: 'welcome', user };
};

const findUser = async (
  credentials: CredentialStore,
  deadline: Deadline,
  { username, password }: LoginAttempt,
): Promise<AccountUser | null> =>
  isLoginName(username) && isPassword(password) ? credentials.user(deadline, username) : null;

const checkPassword = async (
  passwords: PasswordHasher,
  user: AccountUser | null,
  { password }: LoginAttempt,
): Promise<PasswordCheck> =>
  isPassword(password) ? passwords.check(user?.passwordHash ?? null, password) : 'wrong';
