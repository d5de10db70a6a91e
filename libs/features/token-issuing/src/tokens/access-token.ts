import { isSpeltExactly, type NewId } from '@kith/platform';
import jwt from 'jsonwebtoken';
import type { RefreshToken } from '@kith/ports';
import { z } from 'zod';
import type { ParsedKey } from '../keys/parsed-key.ts';

/** Who may take the tokens: graphql-query checks it. */
export const ACCESS_TOKEN_AUDIENCE = 'kith-graphql';
/** The scope of every token. */
export const SCOPE = 'offline_access profile';

/** What all access tokens have in common. */
export interface AccessTokenTerms {
  /** The address that the tokens are issued under: the `iss` claim. */
  readonly issuer: string;
  readonly ttlSeconds: number;
  readonly newId: NewId;
}

/** A JWT, by the algorithm of the key, that stands for the refresh token's user and account, from `now` in epoch milliseconds. */
export const signAccessToken = (
  { issuer, ttlSeconds, newId }: AccessTokenTerms,
  key: ParsedKey,
  { account, username, sessionState }: RefreshToken,
  now: number,
): string => {
  const claims = { account, sid: sessionState, scope: SCOPE, iat: Math.floor(now / 1_000) };
  return jwt.sign(claims, key.privateKey, {
    algorithm: key.jwk.alg,
    keyid: key.kid,
    issuer,
    audience: ACCESS_TOKEN_AUDIENCE,
    subject: username,
    expiresIn: ttlSeconds,
    jwtid: newId(),
  });
};

const claimsSchema = z.object({
  account: z.string(),
  sid: z.string(),
  scope: z.string(),
  sub: z.string(),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
  jti: z.string(),
});

/** What an access token says. */
export type AccessTokenClaims = z.output<typeof claimsSchema>;

/** What a token is checked against; `now` in epoch milliseconds. */
export interface AccessTokenCheck {
  readonly find: (kid: string) => Promise<ParsedKey | null>;
  readonly issuer: string;
  readonly now: number;
}

/** The claims of a token that one of our keys signed and that has not expired, or null. */
export const verifyAccessToken = async (
  token: string,
  { find, issuer, now }: AccessTokenCheck,
): Promise<AccessTokenClaims | null> => {
  if (!isSpeltExactly(token)) return null;
  const key = await find(kidOf(token) ?? '');
  return key === null ? null : verified(token, key, { issuer, clockTimestamp: Math.floor(now / 1_000) });
};

const kidOf = (token: string): string | undefined => {
  try {
    return jwt.decode(token, { complete: true })?.header.kid;
  } catch {
    return undefined;
  }
};

const verified = (token: string, key: ParsedKey, options: jwt.VerifyOptions): AccessTokenClaims | null => {
  try {
    const rules = { ...options, algorithms: [key.jwk.alg], audience: ACCESS_TOKEN_AUDIENCE };
    return claimsSchema.parse(jwt.verify(token, key.publicKey, rules));
  } catch {
    return null;
  }
};
