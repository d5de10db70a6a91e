import { join } from 'node:path';
import type { CredentialStore } from '@kith/ports';
import { openCredentialCollections } from './credential-collections.ts';
import { holdsData } from '../engine/data-directory.ts';
import { CREDENTIAL_MIGRATIONS } from './credential-migrations.ts';
import { createCredentialStore } from './credential-store.ts';
import { openEnvironment } from '../engine/environment.ts';

/** Users, tokens and keys in an LMDB environment that no other room reads. */
export interface EmbeddedCredentials {
  readonly credentials: CredentialStore;
  readonly close: () => Promise<void>;
}

/**
 * Opens or creates the folder `credentials` of the data directory. Throws `DirectoryInUse` where another living
 * process has it, `SchemaTooNew` where a newer program wrote it, `NoData` where they must be there and are not.
 */
export const openEmbeddedCredentials = async (options: {
  readonly directory: string;
  /** Opens the data that are there, and makes none in a directory that has none at all. */
  readonly mustExist?: boolean;
}): Promise<EmbeddedCredentials> => {
  const directory = join(options.directory, 'credentials');
  const environment = await openEnvironment(directory, CREDENTIAL_MIGRATIONS, {
    mustExist: options.mustExist === true && !holdsData(join(options.directory, 'store')),
  });
  const collections = openCredentialCollections(environment.root);
  return {
    credentials: createCredentialStore(environment, collections),
    close: () => environment.close(),
  };
};
