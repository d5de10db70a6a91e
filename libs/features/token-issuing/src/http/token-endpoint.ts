import type { Request, RequestHandler, Response } from 'express';
import type { AccessTokenGrant, Exchanged, ExchangeRefreshToken } from '../tokens/exchange-refresh-token.ts';
import { SCOPE } from '../tokens/access-token.ts';
import type { InTime } from './in-time.ts';
import { formOf } from './form.ts';
import { refuse } from './oauth-error.ts';

export interface TokenEndpointDeps {
  readonly exchange: ExchangeRefreshToken;
  readonly inTime: InTime;
  /** Told how each exchange ended. */
  readonly onExchange: (outcome: Exchanged['kind']) => void;
}

/** `POST /auth/token`: an access token for a refresh token (docs/behaviour.md#access-tokens). */
export const tokenEndpoint =
  ({ exchange, inTime, onExchange }: TokenEndpointDeps): RequestHandler =>
  async (request, response) => {
    const refreshToken = refreshTokenOf(request, response);
    if (refreshToken === null) return;
    const exchanged = await inTime('the exchange', (deadline) => exchange(deadline, refreshToken));
    onExchange(exchanged.kind);
    if (exchanged.kind === 'granted') response.json(answerOf(exchanged.grant, refreshToken));
    else refuse(response, 'invalid_grant', 'The refresh token is unknown or was revoked.');
  };

/** The form's refresh token; null once the request has been refused. A field without a value counts as absent. */
const refreshTokenOf = (request: Request, response: Response): string | null => {
  const form = formOf(request);
  const refreshToken = form?.get('refresh_token') ?? '';
  const grantType = form?.get('grant_type') ?? '';
  if (form === null) {
    refuse(response, 'invalid_request', 'The body must be an URL-encoded form that has each field once.');
  } else if (grantType !== '' && grantType !== 'refresh_token') {
    refuse(response, 'unsupported_grant_type', 'The only grant_type is refresh_token.');
  } else if (refreshToken === '') {
    refuse(response, 'invalid_request', 'The field refresh_token is missing.');
  } else {
    return refreshToken;
  }
  return null;
};

/** Exactly the fields of the specification's token response. */
const answerOf = (
  grant: AccessTokenGrant,
  refreshToken: string,
): Readonly<Record<string, string | number>> => ({
  access_token: grant.accessToken,
  expires_in: grant.expiresInSeconds,
  refresh_expires_in: 0,
  refresh_token: refreshToken,
  token_type: 'Bearer',
  session_state: grant.sessionState,
  scope: SCOPE,
});
