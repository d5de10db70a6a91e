import type { RequestHandler } from 'express';
import type { RefreshTokens } from '../tokens/refresh-tokens.ts';
import type { InTime } from './in-time.ts';
import { formOf } from './form.ts';
import { refuse } from './oauth-error.ts';

/** An access token is valid until it expires: it cannot be revoked, and its owner must not believe it was. */
const ACCESS_TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

export interface RevocationEndpointDeps {
  readonly refreshTokens: RefreshTokens;
  readonly inTime: InTime;
}

/** `POST /auth/revoke` (RFC 7009): 200 also for a token that nobody has. */
export const revocationEndpoint =
  ({ refreshTokens, inTime }: RevocationEndpointDeps): RequestHandler =>
  async (request, response) => {
    const token = formOf(request)?.get('token') ?? '';
    if (token === '') {
      return refuse(response, 'invalid_request', 'The URL-encoded form must have the field token, once.');
    }
    if (ACCESS_TOKEN.test(token)) {
      return refuse(response, 'unsupported_token_type', 'Only refresh tokens can be revoked.');
    }
    await inTime('the revocation', (deadline) => refreshTokens.revoke(deadline, token));
    response.status(200).end();
  };
