import type { AccountName } from '@kith/domain/pipeline';
import type { AuditRecord, MakeAuditEntry } from './audit-trail.ts';
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
  /** UUID; stable per token (`session_state`), and no other token has it. */
  readonly sessionState: string;
  /** What its owner calls it; empty where it was given no name. */
  readonly name: string;
  readonly createdAt: number;
  /** About when it was last exchanged; null where it never was. */
  readonly lastUsedAt: number | null;
}

/** A private key that signs access tokens, PKCS#8 PEM. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: string;
  readonly createdAt: number;
  /** Epoch milliseconds. Before this moment the key is only published, so that every verifier knows it in time. */
  readonly signsFrom: number;
}

/** Another password for a user. */
export interface PasswordChange {
  readonly passwordHash: string;
  /** Whether all refresh tokens of the user are removed with it. */
  readonly revokeTokens: boolean;
}

/**
 * auth-token's own data: nobody else reads it. What an administrator does comes with its entry in the audit trail of the
 * account, or of `NO_ACCOUNT` for the keys: both are there from one moment on, or neither. What changes nothing has none.
 */
export interface CredentialStore extends AuditRecord {
  /** `exists` where some account has a user of that name. */
  addUser(scope: Scope, user: User, entry: MakeAuditEntry): Promise<'added' | 'exists'>;
  user(deadline: Deadline, username: string): Promise<AccountUser | null>;
  users(scope: Scope): Promise<readonly User[]>;
  /** How many refresh tokens were removed with the old password; null where the account has no such user. */
  changePassword(
    scope: Scope,
    username: string,
    change: PasswordChange,
    entry: MakeAuditEntry,
  ): Promise<number | null>;
  /** Removes a user and all its refresh tokens; whether the account had such a user. */
  removeUser(scope: Scope, username: string, entry: MakeAuditEntry): Promise<boolean>;
  addRefreshToken(deadline: Deadline, token: RefreshToken): Promise<void>;
  refreshToken(deadline: Deadline, hash: string): Promise<RefreshToken | null>;
  /** The token of this `sessionState`, where it is the account's. */
  refreshTokenOfSession(scope: Scope, sessionState: string): Promise<RefreshToken | null>;
  /** The tokens of a user, the newest first; no more than `limit`. */
  refreshTokensOfUser(scope: Scope, username: string, limit: number): Promise<readonly RefreshToken[]>;
  /** Remembers the use of a token where it is there and no later use is known. */
  noteRefreshTokenUse(deadline: Deadline, hash: string, at: number): Promise<void>;
  /** Whether there was such a token. */
  removeRefreshToken(deadline: Deadline, hash: string): Promise<boolean>;
  /** Newest first. */
  signingKeys(deadline: Deadline): Promise<readonly SigningKey[]>;
  /** Adds the key, unless another process was first; answers with the keys as they now are. */
  addFirstSigningKey(deadline: Deadline, key: SigningKey): Promise<readonly SigningKey[]>;
  /** Adds a key to those that are there. */
  addSigningKey(deadline: Deadline, key: SigningKey, entry: MakeAuditEntry): Promise<void>;
  /** Removes a key before its time; whether it was there. */
  revokeSigningKey(deadline: Deadline, kid: string, entry: MakeAuditEntry): Promise<boolean>;
  /** Removes keys whose time is over, where they are there. */
  removeSigningKeys(deadline: Deadline, kids: readonly string[]): Promise<void>;
  /**
   * Counts the tries of each subject since a time and, where `mayBegin` lets it, this one with them, in one step: of tries that
   * come at once, by whatever processes, each sees those that began before it.
   */
  beginLoginTry(
    deadline: Deadline,
    attempt: LoginTry,
    since: number,
    mayBegin: (tries: readonly LoginTries[]) => boolean,
  ): Promise<BegunLoginTry>;
  /** A try that began has failed, or came to nothing: then it was none. */
  endLoginTry(deadline: Deadline, attempt: LoginTry, outcome: 'failed' | 'void'): Promise<void>;
  /** Forgets the failures of these subjects: the password was right. Tries that are under way still count. */
  clearLoginFailures(deadline: Deadline, subjects: readonly string[], now: number): Promise<void>;
}

/** A try to log in: it counts under each subject (a keyed hash of user name, address or both) from its beginning on. */
export interface LoginTry {
  /** No other try has it. */
  readonly id: string;
  readonly subjects: readonly string[];
  /** Epoch milliseconds. */
  readonly at: number;
  /** From this moment on it counts as failed where nobody has ended it: its process may be gone. */
  readonly endsBy: number;
}

/** What stands against a subject. */
export interface LoginTries {
  readonly failed: LoginFailures;
  readonly underWay: number;
}

/** What was counted, for each subject, and whether the try began. */
export interface BegunLoginTry {
  readonly begun: boolean;
  readonly tries: readonly LoginTries[];
}

export interface LoginFailures {
  readonly count: number;
  /** Epoch milliseconds; 0 without a failure. */
  readonly oldest: number;
  readonly newest: number;
}
