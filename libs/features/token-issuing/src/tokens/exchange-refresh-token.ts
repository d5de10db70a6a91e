import type { Deadline } from '@kith/ports';
import type { SigningKeys } from '../keys/signing-keys.ts';
import { signAccessToken, type AccessTokenTerms } from './access-token.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import type { NoteUse } from './token-uses.ts';

export interface AccessTokenGrant {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  /** UUID; the same for every access token of one refresh token. */
  readonly sessionState: string;
}

/** `refused` where the refresh token is unknown, was revoked, or its user is gone. */
export type Exchanged =
  { readonly kind: 'granted'; readonly grant: AccessTokenGrant } | { readonly kind: 'refused' };

/** Issues an access token; several may be valid at the same time. */
export type ExchangeRefreshToken = (deadline: Deadline, refreshToken: string) => Promise<Exchanged>;

export interface ExchangeDeps {
  readonly refreshTokens: RefreshTokens;
  readonly signingKeys: SigningKeys;
  readonly noteUse: NoteUse;
  readonly terms: AccessTokenTerms;
  readonly clock: () => number;
}

export const createExchangeRefreshToken =
  ({ refreshTokens, signingKeys, noteUse, terms, clock }: ExchangeDeps): ExchangeRefreshToken =>
  async (deadline, token) => {
    const found = await refreshTokens.find(deadline, token);
    if (found === null) return { kind: 'refused' };
    const accessToken = signAccessToken(terms, await signingKeys.signing(deadline), found, clock());
    noteUse(found);
    const { sessionState } = found;
    return { kind: 'granted', grant: { accessToken, expiresInSeconds: terms.ttlSeconds, sessionState } };
  };
