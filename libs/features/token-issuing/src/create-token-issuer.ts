import { createAdmission, type Front } from '@kith/platform';
import type { CredentialAudit, KeyAdministration, UserAdministration } from '@kith/ports';
import { Router } from 'express';
import { createCredentialAudit } from './auditing/credential-audit.ts';
import { createDocuments, createEndpoints, type EndpointDeps } from './create-endpoints.ts';
import { createPages, type PageDeps } from './create-pages.ts';
import { createInTime } from './http/in-time.ts';
import { INTROSPECTION_SECRET } from './http/service-access.ts';
import { afterKeyChange } from './keys/after-key-change.ts';
import type { Jwks } from './keys/json-web-key.ts';
import { createKeyAdministration } from './keys/key-administration.ts';
import { createSigningKeys, type SigningKeys } from './keys/signing-keys.ts';
import { createPasswordHasher } from './users/password-hasher.ts';
import type { TokenIssuerDeps } from './token-issuing-deps.ts';
import { createRefreshTokens } from './tokens/refresh-tokens.ts';
import { createUserAdministration } from './users/user-administration.ts';

/** The named secrets that the keyring must hold. */
export const TOKEN_ISSUING_SECRETS: readonly string[] = ['refreshToken', 'login', INTROSPECTION_SECRET];

/** The feature: its routes, with their full paths, and the use cases that have no route. */
export interface TokenIssuer {
  /** The endpoints for programs, under `OAUTH_PATHS`. */
  readonly front: Front;
  /** The pages for people, and the documents about the endpoints. */
  readonly router: Router;
  /** The public keys of the access tokens; rejects where the store does not answer in time. */
  jwks(): Promise<Jwks>;
  /** Makes the first signing key where there is none. To be called before requests are taken. */
  readonly ensureSigningKey: SigningKeys['ensure'];
  readonly users: UserAdministration;
  readonly keys: KeyAdministration;
  readonly audit: CredentialAudit;
}

/** Fewer than the connections of the driver's pool (100). */
const REQUESTS = { least: 16, most: 64 };
/** Argon2 takes memory and a thread of Node's pool, so only a few may run while the rest waits or is sent away. */
const PASSWORDS = { least: 2, most: 2 };

export const createTokenIssuer = (deps: TokenIssuerDeps): TokenIssuer => {
  const { credentials, accounts, keyring, clock, logger, metrics, keyReach: reach, newPrivateKey } = deps;
  const shared: EndpointDeps & PageDeps = {
    ...deps,
    inTime: createInTime(deps.requestDeadlineMs, createAdmission({ work: 'tokens', ...REQUESTS, metrics })),
    // Logins wait for the passwords before theirs, and for nothing else.
    loginInTime: createInTime(deps.requestDeadlineMs),
    passwords: createPasswordHasher(deps.passwordCost, deps.randomBytes),
    checks: createAdmission({ work: 'passwords', ...PASSWORDS, metrics }),
    signingKeys: createSigningKeys({
      store: credentials.signingKeys,
      clock,
      newPrivateKey,
      tokenLifeMs: deps.accessTokenTtlSeconds * 1_000,
      onFault: (error) => logger.warn({ error }, 'a signing key that is over could not be removed'),
    }),
    refreshTokens: createRefreshTokens(deps),
  };
  return {
    front: createEndpoints(shared),
    router: Router().use(createPages(shared), createDocuments(shared)),
    jwks: () => shared.inTime('reading the signing keys', shared.signingKeys.jwks),
    ensureSigningKey: shared.signingKeys.ensure,
    users: createUserAdministration({
      store: credentials.users,
      accounts,
      keyring,
      clock,
      passwords: shared.passwords,
    }),
    keys: afterKeyChange(
      createKeyAdministration({ keys: credentials.signingKeys, keyring, clock, reach, newPrivateKey }),
      shared.signingKeys.forget,
    ),
    audit: createCredentialAudit({ audit: credentials.audit, accounts, keyring }),
  };
};
