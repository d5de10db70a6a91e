import type { Keyring, Logger, Metrics } from '@kith/platform';
import type { CredentialStore } from '@kith/ports';
import type { AccountName } from '@kith/domain/pipeline';
import { Router } from 'express';
import type { Request } from 'express';
import { createCsrf } from './http/csrf.ts';
import { createInTime } from './http/in-time.ts';
import type { InTime } from './http/in-time.ts';
import { jwksEndpoint } from './http/jwks-endpoint.ts';
import { createOfflineTokenPage } from './http/offline-token-page.ts';
import { revocationEndpoint } from './http/revocation-endpoint.ts';
import { jwksRouter, oauthRouter, pageRouter } from './http/routers.ts';
import { tokenEndpoint } from './http/token-endpoint.ts';
import type { Jwks } from './keys/json-web-key.ts';
import { createSigningKeys } from './keys/signing-keys.ts';
import type { SigningKeys } from './keys/signing-keys.ts';
import { createFetchOfflineToken } from './login/fetch-offline-token.ts';
import { createLogIn } from './login/log-in.ts';
import { createLoginThrottle } from './login/login-throttle.ts';
import { createPasswordHasher } from './login/password-hasher.ts';
import type { PasswordHasher } from './login/password-hasher.ts';
import { createExchangeRefreshToken } from './tokens/exchange-refresh-token.ts';
import { createRefreshTokens } from './tokens/refresh-tokens.ts';
import type { RefreshTokens } from './tokens/refresh-tokens.ts';
import { createAddUser } from './users/add-user.ts';
import type { AddUser } from './users/add-user.ts';

/** The named secrets that the keyring must hold. */
export const TOKEN_ISSUING_SECRETS: readonly string[] = ['refreshToken', 'login'];

/** What auth-token is built from. */
export interface TokenIssuingNeeds {
  readonly credentials: CredentialStore;
  /** The configured accounts. */
  readonly accounts: { has(account: AccountName): boolean };
  /** Holds `TOKEN_ISSUING_SECRETS`. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** The address under which browsers and programs reach Kith; also the `iss` of access tokens. */
  readonly publicUrl: string;
  readonly accessTokenTtlSeconds: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Whose request it is, proxies seen through. */
  readonly clientAddress: (request: Request) => string;
  readonly requestDeadlineMs: number;
}

/** The feature: its routes, with their full paths, and the use cases that have no route. */
export interface TokenIssuing {
  readonly router: Router;
  /** The public keys of the access tokens; rejects where the store does not answer in time. */
  jwks(): Promise<Jwks>;
  /** Makes the first signing key where there is none. To be called before requests are taken. */
  readonly ensureSigningKey: SigningKeys['ensure'];
  readonly addUser: AddUser;
}

export const createTokenIssuing = (needs: TokenIssuingNeeds): TokenIssuing => {
  const { credentials, accounts, keyring, clock } = needs;
  const parts: Parts = {
    inTime: createInTime(needs.requestDeadlineMs),
    passwords: createPasswordHasher(),
    signingKeys: createSigningKeys({ credentials, clock }),
    refreshTokens: createRefreshTokens({ credentials, keyring, clock }),
  };
  const router = Router();
  router.use(pages(needs, parts), endpoints(needs, parts), jwksRouter(jwksEndpoint(parts)));
  return {
    router,
    jwks: () => parts.inTime('reading the signing keys', parts.signingKeys.jwks),
    ensureSigningKey: parts.signingKeys.ensure,
    addUser: createAddUser({ credentials, accounts, clock, passwords: parts.passwords }),
  };
};

interface Parts {
  readonly inTime: InTime;
  readonly passwords: PasswordHasher;
  readonly signingKeys: SigningKeys;
  readonly refreshTokens: RefreshTokens;
}

const pages = (needs: TokenIssuingNeeds, { inTime, passwords, refreshTokens }: Parts): Router => {
  const { credentials, keyring, clock, clientAddress, logger } = needs;
  const secure = new URL(needs.publicUrl).protocol === 'https:';
  const csrf = createCsrf({ keyring, secure });
  const throttle = createLoginThrottle({ credentials, keyring, clock });
  const logIn = createLogIn({ credentials, throttle, passwords });
  const tries = needs.metrics.counter('kith_login_tries_total', 'Tries to log in, by outcome.', ['outcome']);
  const page = createOfflineTokenPage({
    csrf,
    fetchOfflineToken: createFetchOfflineToken({ logIn, refreshTokens }),
    clientAddress,
    inTime,
    tokenEndpoint: `${needs.publicUrl.replace(/\/+$/, '')}/auth/token`,
    onTry: (outcome) => tries.inc({ outcome }),
  });
  return pageRouter(page, csrf, secure, logger);
};

const endpoints = (needs: TokenIssuingNeeds, { inTime, signingKeys, refreshTokens }: Parts): Router => {
  const { clock, metrics, logger, publicUrl, accessTokenTtlSeconds } = needs;
  const terms = { issuer: publicUrl, ttlSeconds: accessTokenTtlSeconds };
  const exchange = createExchangeRefreshToken({ refreshTokens, signingKeys, terms, clock });
  const exchanges = metrics.counter('kith_token_exchanges_total', 'Refresh tokens presented, by outcome.', [
    'outcome',
  ]);
  const onExchange = (outcome: string): void => exchanges.inc({ outcome });
  return oauthRouter(
    {
      token: tokenEndpoint({ exchange, inTime, onExchange }),
      revoke: revocationEndpoint({ refreshTokens, inTime }),
    },
    logger,
  );
};
