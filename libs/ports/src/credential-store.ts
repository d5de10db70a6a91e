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

/** People who may fetch an offline token. What an administrator does comes with its entry in the audit trail. */
export interface UserStore {
  /** `exists` where some account has a user of that name. */
  add(scope: Scope, user: User, entry: MakeAuditEntry): Promise<'added' | 'exists'>;
  find(deadline: Deadline, username: string): Promise<AccountUser | null>;
  /** The users of an account, by name. */
  list(scope: Scope): Promise<readonly User[]>;
  /** How many refresh tokens were removed with the old password; null where the account has no such user. */
  changePassword(
    scope: Scope,
    username: string,
    change: PasswordChange,
    entry: MakeAuditEntry,
  ): Promise<number | null>;
  /** Removes a user and all its refresh tokens; whether the account had such a user. */
  remove(scope: Scope, username: string, entry: MakeAuditEntry): Promise<boolean>;
}

/** Offline refresh tokens, by their keyed hash. */
export interface RefreshTokenStore {
  add(deadline: Deadline, token: RefreshToken): Promise<void>;
  find(deadline: Deadline, hash: string): Promise<RefreshToken | null>;
  /** The token of this `sessionState`, where it is the account's. */
  ofSession(scope: Scope, sessionState: string): Promise<RefreshToken | null>;
  /** The tokens of a user, the newest first; no more than `limit`. */
  ofUser(scope: Scope, username: string, limit: number): Promise<readonly RefreshToken[]>;
  /** Remembers the use of a token where it is there and no later use is known; `at` in epoch milliseconds. */
  noteUse(deadline: Deadline, hash: string, at: number): Promise<void>;
  /** Whether there was such a token. */
  remove(deadline: Deadline, hash: string): Promise<boolean>;
}

/** Keys that sign access tokens. */
export interface SigningKeyStore {
  /** Newest first. */
  list(deadline: Deadline): Promise<readonly SigningKey[]>;
  /** Adds the key, unless another process was first; answers with the keys as they now are. */
  addFirst(deadline: Deadline, key: SigningKey): Promise<readonly SigningKey[]>;
  /** Adds a key to those that are there. */
  add(deadline: Deadline, key: SigningKey, entry: MakeAuditEntry): Promise<void>;
  /** Removes a key before its time; whether it was there. */
  revoke(deadline: Deadline, kid: string, entry: MakeAuditEntry): Promise<boolean>;
  /** Removes keys whose time is over, where they are there. */
  remove(deadline: Deadline, kids: readonly string[]): Promise<void>;
}

/** Tries to log in, and those that failed. */
export interface LoginTryStore {
  /**
   * Counts the tries of each subject since a time and, where `mayBegin` lets it, this one with them, in one step: of tries that
   * come at once, by whatever processes, each sees those that began before it.
   */
  begin(
    deadline: Deadline,
    attempt: LoginTry,
    since: number,
    mayBegin: (tries: readonly LoginTries[]) => boolean,
  ): Promise<BegunLoginTry>;
  /** A try that began has failed, or came to nothing: then it was none. */
  end(deadline: Deadline, attempt: LoginTry, outcome: 'failed' | 'void'): Promise<void>;
  /** Forgets the failures of these subjects: the password was right. Tries that are under way still count. */
  clearFailures(deadline: Deadline, subjects: readonly string[], now: number): Promise<void>;
}

/**
 * auth-token's own data, by what it is for; no other app reads it. What an administrator does comes with its entry in the
 * audit trail of the account, or of `NO_ACCOUNT` for the keys: both are there from one moment on, or neither. What changes
 * nothing has none.
 */
export interface CredentialStore {
  readonly users: UserStore;
  readonly refreshTokens: RefreshTokenStore;
  readonly signingKeys: SigningKeyStore;
  readonly loginTries: LoginTryStore;
  readonly audit: AuditRecord;
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

/** Failed tries to log in, and those under way, of a user name or an address. */
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
