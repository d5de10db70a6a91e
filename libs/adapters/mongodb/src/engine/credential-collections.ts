import type { Db } from 'mongodb';

/** By the digest of the name: user names are unique over all accounts. */
export interface UserDocument {
  readonly _id: string;
  readonly account: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly createdAt: number;
}

/** By the keyed hash of the token. */
export interface RefreshTokenDocument {
  readonly _id: string;
  readonly account: string;
  readonly username: string;
  readonly sessionState: string;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** By `kid`. */
export interface SigningKeyDocument {
  readonly _id: string;
  readonly privateKey: string;
  readonly createdAt: number;
  readonly signsFrom: number;
  /** Only one document can have it: of keys that race to be the first, one is. */
  readonly first?: true;
}

/** One try to log in, under one subject. */
export interface LoginTryDocument {
  /** Subject and ordinal; releases before tries were counted from their beginning gave others. */
  readonly _id: string;
  readonly subject: string;
  /** Grows with every try of the subject; not there in documents of those releases. */
  readonly ordinal?: number;
  /** The try's id; not there in documents of those releases. */
  readonly try?: string;
  /** Until then it is under way; not there where it has failed. Epoch milliseconds. */
  readonly endsBy?: number;
  /** It came to nothing and does not count. */
  readonly isVoid?: true;
  /** Epoch milliseconds, by the clock of the caller. */
  readonly at: number;
  /** When nobody asks for it any more. */
  readonly expiresAt: Date;
}

/** Their names. The audit trail stands there as in the resolver's database. */
export const CREDENTIALS = {
  users: 'users',
  refreshTokens: 'refresh_tokens',
  signingKeys: 'signing_keys',
  loginFailures: 'login_failures',
} as const;

/** The collections of auth-token's database. */
export const credentialCollections = (database: Db) => ({
  users: database.collection<UserDocument>(CREDENTIALS.users),
  refreshTokens: database.collection<RefreshTokenDocument>(CREDENTIALS.refreshTokens),
  signingKeys: database.collection<SigningKeyDocument>(CREDENTIALS.signingKeys),
  loginFailures: database.collection<LoginTryDocument>(CREDENTIALS.loginFailures),
});
