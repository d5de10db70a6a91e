import type { RefreshTokens } from '../tokens/refresh-tokens.ts';
import type { InTime } from './in-time.ts';
import { OAuthRefusal } from './oauth-error.ts';
import type { OAuthEndpoint } from './oauth-front.ts';

/** An access token is valid until it expires: it cannot be revoked, and its owner must not believe it was. */
const ACCESS_TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

export interface RevocationEndpointDeps {
  readonly refreshTokens: RefreshTokens;
  readonly inTime: InTime;
}

/** `POST /auth/revoke` (RFC 7009): 200 also for a token that nobody has. */
export const revocationEndpoint =
  ({ refreshTokens, inTime }: RevocationEndpointDeps): OAuthEndpoint =>
  async (form) => {
    const token = form?.get('token') ?? '';
    if (token === '') {
      throw new OAuthRefusal('invalid_request', 'The URL-encoded form must have the field token, once.');
    }
    if (ACCESS_TOKEN.test(token)) {
      throw new OAuthRefusal('unsupported_token_type', 'Only refresh tokens can be revoked.');
    }
    await inTime('the revocation', (deadline) => refreshTokens.revoke(deadline, token));
    return null;
  };
