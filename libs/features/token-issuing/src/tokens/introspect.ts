import type { Deadline, RefreshToken } from '@kith/ports';
import type { SigningKeys } from '../keys/signing-keys.ts';
import { SCOPE, verifyAccessToken, type AccessTokenClaims } from './access-token.ts';
import type { RefreshTokens } from './refresh-tokens.ts';

/** What RFC 7662 section 2.2 says of a token; nothing of one that opens nothing. */
export type Introspection =
  | { readonly active: false }
  | {
      readonly active: true;
      readonly token_type?: 'Bearer';
      readonly scope: string;
      readonly sub: string;
      readonly username: string;
      readonly account: string;
      readonly sid: string;
      readonly iss: string;
      readonly aud?: string;
      readonly iat: number;
      readonly exp?: number;
      readonly jti?: string;
    };

/** Tells what a token is good for at this moment, be it a refresh token or an access token. */
export type Introspect = (deadline: Deadline, token: string) => Promise<Introspection>;

export interface IntrospectDeps {
  readonly refreshTokens: RefreshTokens;
  readonly signingKeys: SigningKeys;
  readonly issuer: string;
  readonly clock: () => number;
}

const INACTIVE: Introspection = { active: false };

export const createIntrospect = (deps: IntrospectDeps): Introspect => {
  const { refreshTokens, signingKeys, issuer, clock } = deps;
  return async (deadline, token) => {
    const refreshToken = await refreshTokens.find(deadline, token);
    if (refreshToken !== null) return ofRefreshToken(refreshToken, issuer);
    const find = (kid: string) => signingKeys.find(deadline, kid);
    const claims = await verifyAccessToken(token, { find, issuer, now: clock() });
    if (claims === null) return INACTIVE;
    // It opens /graphql until it expires; whoever asks here learns at once that its refresh token is gone.
    const lives = await refreshTokens.lives(deadline, claims);
    return lives ? ofAccessToken(claims, issuer) : INACTIVE;
  };
};

const ofRefreshToken = (token: RefreshToken, iss: string): Introspection => ({
  active: true,
  scope: SCOPE,
  sub: token.username,
  username: token.username,
  account: token.account,
  sid: token.sessionState,
  iss,
  iat: Math.floor(token.createdAt / 1_000),
});

const ofAccessToken = ({ sub, ...claims }: AccessTokenClaims, iss: string): Introspection => ({
  active: true,
  token_type: 'Bearer',
  ...claims,
  sub,
  username: sub,
  iss,
});
