import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { RefreshToken } from '@kith/ports';
import type { ParsedKey } from '../keys/signing-keys.ts';

/** Who may take the tokens: graphql-query checks it. */
export const ACCESS_TOKEN_AUDIENCE = 'kith-graphql';
/** The scope of every token. */
export const SCOPE = 'offline_access profile';

/** What all access tokens have in common. */
export interface AccessTokenTerms {
  /** The address that the tokens are issued under: the `iss` claim. */
  readonly issuer: string;
  readonly ttlSeconds: number;
}

/** A JWT (RS256) that stands for the refresh token's user and account, from `now` in epoch milliseconds. */
export const signAccessToken = (
  { issuer, ttlSeconds }: AccessTokenTerms,
  key: ParsedKey,
  { account, username, sessionState }: RefreshToken,
  now: number,
): string => {
  const claims = { account, sid: sessionState, scope: SCOPE, iat: Math.floor(now / 1_000) };
  return jwt.sign(claims, key.privateKey, {
    algorithm: 'RS256',
    keyid: key.kid,
    issuer,
    audience: ACCESS_TOKEN_AUDIENCE,
    subject: username,
    expiresIn: ttlSeconds,
    jwtid: randomUUID(),
  });
};
