import type { CredentialStore } from '@kith/ports';
import { createAuditRecord } from '../engine/audit-trail.ts';
import type { Environment } from '../engine/environment.ts';
import type { CredentialCollections } from './credential-collections.ts';
import { createLoginTryStore } from './login-failures.ts';
import { createRefreshTokenStore } from './refresh-tokens.ts';
import { createSigningKeyStore } from './signing-keys.ts';
import { createUserStore } from './users.ts';

/** auth-token's data in an environment of its own. */
export const createCredentialStore = (
  environment: Environment,
  store: CredentialCollections,
): CredentialStore => ({
  users: createUserStore(environment, store),
  refreshTokens: createRefreshTokenStore(environment, store),
  signingKeys: createSigningKeyStore(environment, store),
  loginTries: createLoginTryStore(environment, store),
  audit: createAuditRecord(environment, store),
});
