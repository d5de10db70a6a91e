import { openAuditCollections, type AuditCollections } from '../engine/audit-collections.ts';
import { openJson, type Collection } from '../engine/collection.ts';
import type { RootDatabase } from 'lmdb';
import type { AccountUser, RefreshToken, SigningKey } from '@kith/ports';

/** A try whose outcome is not known yet. */
export interface TryUnderWay {
  readonly id: string;
  readonly endsBy: number;
}

/** Everything under `credentials`, with the key of each. */
export interface CredentialCollections extends AuditCollections {
  /** [digest of the user name] */
  readonly users: Collection<AccountUser>;
  /** [account, digest of the user name] */
  readonly usersByAccount: Collection<true>;
  /** [hash] */
  readonly refreshTokens: Collection<RefreshToken>;
  /** [session state] → hash */
  readonly refreshTokensBySession: Collection<string>;
  /** [account, digest of the user name, created at, hash] */
  readonly refreshTokensByUser: Collection<true>;
  /** [created at, kid] */
  readonly signingKeys: Collection<SigningKey>;
  /** [subject, at, ordinal]; true: it has failed */
  readonly failures: Collection<TryUnderWay | true>;
  /** [at, subject, ordinal] */
  readonly failuresByTime: Collection<true>;
}

export const openCredentialCollections = (root: RootDatabase): CredentialCollections => ({
  users: openJson(root, 'users'),
  usersByAccount: openJson(root, 'usersByAccount'),
  refreshTokens: openJson(root, 'refreshTokens'),
  refreshTokensBySession: openJson(root, 'refreshTokensBySession'),
  refreshTokensByUser: openJson(root, 'refreshTokensByUser'),
  signingKeys: openJson(root, 'signingKeys'),
  failures: openJson(root, 'failures'),
  failuresByTime: openJson(root, 'failuresByTime'),
  ...openAuditCollections(root),
});
