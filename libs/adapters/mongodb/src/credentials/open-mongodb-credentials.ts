import type { CredentialStore } from '@kith/ports';
import type { ConnectionOptions } from '../engine/connection.ts';
import { CREDENTIAL_LAYOUTS } from './credential-migrations.ts';
import { createCredentialStore } from './credential-store.ts';
import { openDatabase, type LayoutOptions } from '../engine/open-database.ts';

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
