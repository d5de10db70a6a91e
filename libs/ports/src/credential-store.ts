import type { AccountName } from '@kith/domain/pipeline';
import type { Deadline, Scope } from './scope.ts';

/** A person who may fetch an offline token. */
export interface User {
  readonly username: string;
  /** Argon2id, in its own encoded form. */
  readonly passwordHash: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** A user together with its account: user names are unique over all accounts, as the form has no account. */
export interface AccountUser extends User {
  readonly account: AccountName;
}

/** An offline refresh token, without the token: only its keyed hash is stored. */
export interface RefreshToken {
  readonly hash: string;
  readonly account: AccountName;
  readonly username: string;
  /** UUID; stable per token (`session_state`). */
  readonly sessionState: string;
  readonly createdAt: number;
}

/** A private key that signs access tokens, PKCS#8 PEM; the newest signs, all verify. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: string;
  readonly createdAt: number;
}

/** auth-token's own data: nobody else reads it. */
export interface CredentialStore {
  /** `exists` where some account has a user of that name. */
  addUser(scope: Scope, user: User): Promise<'added' | 'exists'>;
  user(deadline: Deadline, username: string): Promise<AccountUser | null>;
  users(scope: Scope): Promise<readonly User[]>;
  addRefreshToken(deadline: Deadline, token: RefreshToken): Promise<void>;
  refreshToken(deadline: Deadline, hash: string): Promise<RefreshToken | null>;
  /** Whether there was such a token. */
  removeRefreshToken(deadline: Deadline, hash: string): Promise<boolean>;
  /** Newest first. */
  signingKeys(deadline: Deadline): Promise<readonly SigningKey[]>;
  /** Adds the key, unless another process was first; answers with the keys as they now are. */
  addFirstSigningKey(deadline: Deadline, key: SigningKey): Promise<readonly SigningKey[]>;
  /** Remembers a failed login under each subject (a keyed hash of user name, address or both). */
  addLoginFailures(deadline: Deadline, subjects: readonly string[], at: number): Promise<void>;
  /** How many failures each subject has since that time, and the times of the first and last of them. */
  loginFailures(
    deadline: Deadline,
    subjects: readonly string[],
    since: number,
  ): Promise<readonly LoginFailures[]>;
  /** Forgets the failures of these subjects: the password was right. */
  clearLoginFailures(deadline: Deadline, subjects: readonly string[]): Promise<void>;
}

export interface LoginFailures {
  readonly count: number;
  /** Epoch milliseconds; 0 without a failure. */
  readonly oldest: number;
  readonly newest: number;
}
