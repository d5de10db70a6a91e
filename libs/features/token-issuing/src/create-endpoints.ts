import { deadlineIn, type Front } from '@kith/platform';
import type { Router } from 'express';
import type { InTime } from './http/in-time.ts';
import { introspectionEndpoint } from './http/introspection-endpoint.ts';
import { jwksEndpoint, metadataEndpoint } from './http/metadata-endpoint.ts';
import { revocationEndpoint } from './http/revocation-endpoint.ts';
import { createOauthFront } from './http/oauth-front.ts';
import { wellKnownRouter } from './http/routers.ts';
import { serviceAccess } from './http/service-access.ts';
import { tokenEndpoint } from './http/token-endpoint.ts';
import type { SigningKeys } from './keys/signing-keys.ts';
import { createExchangeRefreshToken, type ExchangeRefreshToken } from './tokens/exchange-refresh-token.ts';
import { createIntrospect } from './tokens/introspect.ts';
import type { RefreshTokens } from './tokens/refresh-tokens.ts';
import { createTokenUses } from './tokens/token-uses.ts';
import type { TokenIssuerDeps } from './token-issuing-deps.ts';

export interface EndpointDeps extends TokenIssuerDeps {
  readonly inTime: InTime;
  readonly signingKeys: SigningKeys;
  readonly refreshTokens: RefreshTokens;
}

/** The endpoints for programs: tokens, revocation, introspection. */
export const createEndpoints = (deps: EndpointDeps): Front => {
  const { clock, keyring, publicUrl, inTime, refreshTokens, signingKeys } = deps;
  const exchanges = deps.metrics.counter(
    'kith_token_exchanges_total',
    'Refresh tokens presented, by outcome.',
    ['outcome'],
  );
  return createOauthFront({
    token: tokenEndpoint({
      exchange: createExchange(deps),
      inTime,
      onExchange: (outcome) => exchanges.inc({ outcome }),
    }),
    revoke: revocationEndpoint({ refreshTokens, inTime }),
    introspect: introspectionEndpoint({
      introspect: createIntrospect({ refreshTokens, signingKeys, issuer: publicUrl, clock }),
      inTime,
    }),
    access: serviceAccess(keyring),
  });
};

/** The documents about the endpoints. */
export const createDocuments = ({ publicUrl, inTime, signingKeys }: EndpointDeps): Router =>
  wellKnownRouter({
    'jwks.json': jwksEndpoint({ inTime, signingKeys }),
    'oauth-authorization-server': metadataEndpoint(publicUrl),
  });

const createExchange = (deps: EndpointDeps): ExchangeRefreshToken => {
  const { credentials, clock, publicUrl, accessTokenTtlSeconds, logger, refreshTokens, signingKeys } = deps;
  const noteUse = createTokenUses({
    store: credentials.refreshTokens,
    clock,
    newDeadline: () => deadlineIn(deps.requestDeadlineMs()),
    onFault: (error) => logger.warn({ error }, 'the use of a token could not be written'),
  });
  const terms = { issuer: publicUrl, ttlSeconds: accessTokenTtlSeconds, newId: deps.newId };
  return createExchangeRefreshToken({ refreshTokens, signingKeys, noteUse, terms, clock });
};
