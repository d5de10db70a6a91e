import { createHash } from 'node:crypto';
import { createBoundedMap } from '@kith/platform';

/** What is known of a token that was verified once. */
export interface VerifiedToken {
  readonly account: string;
  /** The key that signed it: the token is only as good as that key. */
  readonly kid: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Remembers verified tokens until they expire, by their hash, so that the cache itself opens nothing. */
export interface VerifiedTokens {
  get(token: string): VerifiedToken | null;
  add(token: string, verified: VerifiedToken): void;
  forget(token: string): void;
}

/** Holds at most `most` tokens; the one that came first makes room. */
export const createVerifiedTokens = (most: number): VerifiedTokens => {
  const tokens = createBoundedMap<string, VerifiedToken>(most);
  return {
    get: (token) => tokens.get(digest(token)) ?? null,
    add: (token, verified) => tokens.set(digest(token), verified),
    forget: (token) => tokens.delete(digest(token)),
  };
};

const digest = (token: string): string => createHash('sha256').update(token).digest('base64url');
