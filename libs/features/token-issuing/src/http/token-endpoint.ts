import type { AccessTokenGrant, Exchanged, ExchangeRefreshToken } from '../tokens/exchange-refresh-token.ts';
import { SCOPE } from '../tokens/access-token.ts';
import type { InTime } from './in-time.ts';
import type { Form } from './form.ts';
import { OAuthRefusal } from './oauth-error.ts';
import type { OAuthEndpoint } from './oauth-front.ts';

export interface TokenEndpointDeps {
  readonly exchange: ExchangeRefreshToken;
  readonly inTime: InTime;
  /** Told how each exchange ended. */
  readonly onExchange: (outcome: Exchanged['kind']) => void;
}

/** `POST /auth/token`: an access token for a refresh token (docs/behaviour.md#access-tokens). */
export const tokenEndpoint =
  ({ exchange, inTime, onExchange }: TokenEndpointDeps): OAuthEndpoint =>
  async (form) => {
    const refreshToken = refreshTokenOf(form);
    const exchanged = await inTime('the exchange', (deadline) => exchange(deadline, refreshToken));
    onExchange(exchanged.kind);
    if (exchanged.kind === 'granted') return answerOf(exchanged.grant, refreshToken);
    throw new OAuthRefusal('invalid_grant', 'The refresh token is unknown or was revoked.');
  };

/** The form's refresh token. A field without a value counts as absent. */
const refreshTokenOf = (form: Form | null): string => {
  if (form === null) {
    throw new OAuthRefusal(
      'invalid_request',
      'The body must be an URL-encoded form that has each field once.',
    );
  }
  const { refreshToken = '', grantType = '' } = {
    refreshToken: form.get('refresh_token'),
    grantType: form.get('grant_type'),
  };
  if (grantType !== '' && grantType !== 'refresh_token') {
    throw new OAuthRefusal('unsupported_grant_type', 'The only grant_type is refresh_token.');
  }
  if (refreshToken === '') throw new OAuthRefusal('invalid_request', 'The field refresh_token is missing.');
  return refreshToken;
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
