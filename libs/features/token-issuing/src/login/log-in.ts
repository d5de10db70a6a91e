import { Overload, type Admission } from '@kith/platform';
import type { AccountUser, Deadline, UserStore } from '@kith/ports';
import { isLoginName, isPassword } from '../users/user-rules.ts';
import type { Caller, LoginThrottle, Try, TryOutcome } from './login-throttle.ts';
import type { PasswordHasher } from '../users/password-hasher.ts';

/** What became of a try to log in. `refused` never says whether there is such a user. */
export type LoggedIn =
  | { readonly kind: 'welcome'; readonly user: AccountUser }
  | { readonly kind: 'refused' }
  | { readonly kind: 'tooManyTries'; readonly waitMs: number }
  | { readonly kind: 'busy'; readonly waitMs: number };

/** What the form brought, and from where. */
export interface LoginAttempt extends Caller {
  readonly password: string;
}

/** Checks a user name and password within the limits on failed tries (docs/behaviour.md#the-offline-token-page). */
export type LogIn = (deadline: Deadline, attempt: LoginAttempt) => Promise<LoggedIn>;

export interface LogInDeps {
  readonly users: UserStore;
  readonly throttle: LoginThrottle;
  readonly passwords: PasswordHasher;
  /** Bounds how many passwords are checked at once. */
  readonly checks: Admission;
}

type BegunTry = Extract<Try, { kind: 'begun' }>;

export const createLogIn = ({ users, throttle, passwords, checks }: LogInDeps): LogIn => {
  const make = async (begun: BegunTry, deadline: Deadline, attempt: LoginAttempt): Promise<LoggedIn> => {
    let outcome: TryOutcome = 'void';
    const check = (user: AccountUser | null): Promise<boolean> => {
      outcome = 'failed';
      return checkPassword(passwords, user, attempt);
    };
    try {
      const user = await findUser(users, deadline, attempt);
      const isRight = await checks.admit(deadline, () => check(user));
      if (!isRight || user === null) return { kind: 'refused' };
      outcome = 'right';
      return { kind: 'welcome', user };
    } finally {
      await begun.end(outcome);
    }
  };
  return async (deadline, attempt) => {
    try {
      const begun = await throttle.begin(deadline, attempt);
      if (begun.kind === 'tooMany') return { kind: 'tooManyTries', waitMs: begun.waitMs };
      return await make(begun, deadline, attempt);
    } catch (error) {
      if (error instanceof Overload) return { kind: 'busy', waitMs: error.retryAfterSeconds * 1_000 };
      throw error;
    }
  };
};

const findUser = async (
  users: UserStore,
  deadline: Deadline,
  { username, password }: LoginAttempt,
): Promise<AccountUser | null> =>
  isLoginName(username) && isPassword(password) ? users.find(deadline, username) : null;

const checkPassword = async (
  passwords: PasswordHasher,
  user: AccountUser | null,
  { password }: LoginAttempt,
): Promise<boolean> => isPassword(password) && passwords.check(user?.passwordHash ?? null, password);
