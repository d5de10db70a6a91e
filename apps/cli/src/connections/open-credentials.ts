import { openEmbeddedCredentials } from '@kith/embedded';
import { openMongodbCredentials } from '@kith/mongodb';
import { ConfigurationError } from '@kith/platform';
import type { CredentialStore, KeyAdministration, UserAdministration } from '@kith/ports';
import { createKeyAdministration, createPasswordHasher, createUserAdministration } from '@kith/token-issuing';
import { askOrOpen } from './ask-or-open.ts';
import type { Opened, Place } from './connections.ts';

/** What an administrator does about users and signing keys. */
export interface CredentialAdministration {
  readonly users: UserAdministration;
  readonly keys: KeyAdministration;
}

/** Users and keys: of standalone where nothing says that the apps run apart, else in auth-token's own database. */
export const openCredentials = async (place: Place): Promise<Opened<CredentialAdministration>> => {
  const { DATA_DIR: directory, MONGODB_URI: uri, RESOLVER_URL: resolver } = place.settings;
  if (uri !== undefined) return openApart(place, uri);
  if (resolver !== undefined)
    throw new ConfigurationError(["MONGODB_URI: is missing: auth-token's database"]);
  return askOrOpen(
    directory,
    ({ users, keys }) => ({ users, keys }),
    async () => {
      const { credentials, close } = await openEmbeddedCredentials({ directory });
      return { opened: overStore(place, credentials), close };
    },
  );
};

const openApart = async (place: Place, uri: string): Promise<Opened<CredentialAdministration>> => {
  const { credentials, close } = await openMongodbCredentials({ uri, appName: 'kith', clock: Date.now });
  return { opened: overStore(place, credentials), close };
};

const overStore = ({ configuration }: Place, credentials: CredentialStore): CredentialAdministration => ({
  users: createUserAdministration({
    credentials,
    accounts: configuration.accounts,
    passwords: createPasswordHasher(),
    clock: Date.now,
  }),
  keys: createKeyAdministration({ credentials, clock: Date.now }),
});
