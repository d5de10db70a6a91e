import type { CredentialStore } from '@kith/ports';
import { createAuditRecord } from '../engine/audit-trail.ts';
import type { Connection } from '../engine/connection.ts';
import { createLoginTryStore } from './login-failures.ts';
import { createRefreshTokenStore } from './refresh-tokens.ts';
import { createSigningKeyStore } from './signing-keys.ts';
import { createUserStore } from './users.ts';

/** auth-token's data in a database of its own; `clock` in epoch milliseconds. */
export const createCredentialStore = (connection: Connection, clock: () => number): CredentialStore => ({
  users: createUserStore(connection),
  refreshTokens: createRefreshTokenStore(connection),
  signingKeys: createSigningKeyStore(connection),
  loginTries: createLoginTryStore(connection, clock),
  audit: createAuditRecord(connection),
});
