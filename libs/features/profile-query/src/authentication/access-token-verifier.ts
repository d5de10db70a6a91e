import { isSpeltExactly } from '@kith/platform';
import jwt from 'jsonwebtoken';
import type { VerifyingKey } from './jwks.ts';
import type { KeySet } from './key-set.ts';
import { createVerifiedTokens, type VerifiedToken } from './verified-tokens.ts';

/** Who the access tokens are for. */
const AUDIENCE = 'kith-graphql';
const MAX_VERIFIED_TOKENS = 10_000;

/** What became of a token: whose it is, or why it opens nothing. */
export type TokenVerdict =
  | { readonly kind: 'verified'; readonly account: string }
  | { readonly kind: 'expired' }
  | { readonly kind: 'invalid' };

/** Checks an access token; rejects only where the issuer's keys cannot be had. */
export type AccessTokenVerifier = (token: string) => Promise<TokenVerdict>;

export interface VerifierDeps {
  readonly keys: KeySet;
  readonly issuer: string;
  readonly clock: () => number;
}

/** Verifies JWTs by the issuer's keys, each by the algorithm of its key alone, and remembers those that were good. */
export const createAccessTokenVerifier = ({ keys, issuer, clock }: VerifierDeps): AccessTokenVerifier => {
  const known = createVerifiedTokens(MAX_VERIFIED_TOKENS);

  const recall = async (token: string, verified: VerifiedToken): Promise<TokenVerdict> => {
    const verdict = await stillGood(keys, verified, clock());
    if (verdict.kind !== 'verified') known.forget(token);
    return verdict;
  };

  return async (token) => {
    if (!isSpeltExactly(token)) return { kind: 'invalid' };
    const before = known.get(token);
    if (before !== null) return recall(token, before);
    const kid = kidOf(token);
    const key = kid === null ? null : await keys.find(kid);
    if (kid === null || key === null) return { kind: 'invalid' };
    const checked = check(token, key, issuer, clock());
    if (checked.kind !== 'verified') return checked;
    known.add(token, { account: checked.account, kid, expiresAt: checked.expiresAt });
    return { kind: 'verified', account: checked.account };
  };
};

const stillGood = async (keys: KeySet, token: VerifiedToken, now: number): Promise<TokenVerdict> => {
  if (now >= token.expiresAt) return { kind: 'expired' };
  if ((await keys.find(token.kid)) === null) return { kind: 'invalid' };
  return { kind: 'verified', account: token.account };
};

const kidOf = (token: string): string | null => {
  try {
    return jwt.decode(token, { complete: true })?.header.kid ?? null;
  } catch {
    return null;
  }
};

type Checked =
  | { readonly kind: 'verified'; readonly account: string; readonly expiresAt: number }
  | Exclude<TokenVerdict, { kind: 'verified' }>;

const check = (token: string, { key, algorithm }: VerifyingKey, issuer: string, now: number): Checked => {
  try {
    const claims = jwt.verify(token, key, {
      algorithms: [algorithm],
      audience: AUDIENCE,
      issuer,
      clockTimestamp: Math.floor(now / 1_000),
    });
    return claimed(claims);
  } catch (fault) {
    return { kind: fault instanceof jwt.TokenExpiredError ? 'expired' : 'invalid' };
  }
};

/** The library takes a token without `exp` for one that never expires. */
const claimed = (claims: string | jwt.JwtPayload): Checked => {
  if (typeof claims === 'string' || typeof claims.exp !== 'number') return { kind: 'invalid' };
  const { sub, account } = claims as { readonly sub?: unknown; readonly account?: unknown };
  if (typeof account !== 'string' || typeof sub !== 'string') return { kind: 'invalid' };
  return { kind: 'verified', account, expiresAt: claims.exp * 1_000 };
};
