import type { CredentialStore } from '@kith/ports';
import { createAuditRecord } from '../engine/audit-trail.ts';
import type { Connection, ConnectionOptions } from '../engine/connection.ts';
import { type LayoutOptions, openDatabase } from '../engine/open-database.ts';
import { CREDENTIAL_LAYOUTS } from './credential-migrations.ts';
import { createLoginTryStore } from './login-failures.ts';
import { createRefreshTokenStore } from './refresh-tokens.ts';
import { createSigningKeyStore } from './signing-keys.ts';
import { createUserStore } from './users.ts';

export interface MongodbCredentialsOptions extends ConnectionOptions, LayoutOptions {
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Users, tokens and keys in a database that no other app can read. */
export interface MongodbCredentials {
  readonly credentials: CredentialStore;
  /** Whether the primary answers now, and this program may use what it has. */
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/**
 * Opens auth-token's database and brings it to the present layout. Throws `Unavailable` where no primary answers,
 * `SchemaTooNew` where a newer program has been here.
 */
export const openMongodbCredentials = async (
  options: MongodbCredentialsOptions,
): Promise<MongodbCredentials> => {
  const connection = await openDatabase(options, CREDENTIAL_LAYOUTS);
  return {
    credentials: createCredentialStore(connection, options.clock),
    isReady: connection.isReady,
    close: connection.close,
  };
};

/** auth-token's data in a database of its own; `clock` in epoch milliseconds. */
export const createCredentialStore = (connection: Connection, clock: () => number): CredentialStore => ({
  users: createUserStore(connection),
  refreshTokens: createRefreshTokenStore(connection),
  signingKeys: createSigningKeyStore(connection),
  loginTries: createLoginTryStore(connection, clock),
  audit: createAuditRecord(connection),
});
