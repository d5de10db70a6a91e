import type { Attributed } from './administration.ts';
import type { Deadline } from './scope.ts';

/** `next` does not sign yet, `signing` does, `verifying` only vouches for tokens that it signed before. */
export type KeyState = 'next' | 'signing' | 'verifying';

/** A signing key as an administrator sees one: nothing of its private half. */
export interface ListedKey {
  readonly kid: string;
  readonly state: KeyState;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds: from when on it signs, or did. */
  readonly signsFrom: number;
}

/** `signing` where some process may sign with the key at this moment: another must do so first, and be seen by all. */
export type KeyRevoked =
  { readonly kind: 'revoked' } | { readonly kind: 'unknown' } | { readonly kind: 'signing' };

/** What an administrator does about the keys that sign access tokens; each change stands in the audit trail. */
export interface KeyAdministration {
  /** Newest first. */
  list(deadline: Deadline): Promise<readonly ListedKey[]>;
  /**
   * Makes a new key. It is published now and signs once every verifier can have it, at once where issuer and verifier
   * are one process, or with `atOnce` as soon as the apps have noticed it; the old keys verify until their last tokens have expired.
   */
  rotate(deadline: Deadline, rotation: { readonly atOnce: boolean } & Attributed): Promise<ListedKey>;
  /** Ends a key before its time, and with it all tokens that it signed. */
  revoke(deadline: Deadline, key: { readonly kid: string } & Attributed): Promise<KeyRevoked>;
}
