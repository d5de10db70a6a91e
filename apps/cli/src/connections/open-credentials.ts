import { randomBytes } from 'node:crypto';
import { openEmbeddedCredentials } from '@kith/embedded';
import { openMongodbCredentials } from '@kith/mongodb';
import { ConfigurationError, type Keyring } from '@kith/platform';
import type { CredentialAudit, CredentialStore, KeyAdministration, UserAdministration } from '@kith/ports';
import {
  AUDIT_SECRET,
  createCredentialAudit,
  createKeyAdministration,
  createPasswordHasher,
  createUserAdministration,
  KEYS_OF_ONE_PROCESS,
  KEYS_OF_REPLICAS,
  newPrivateKeys,
  PASSWORD_COST,
  type KeyReach,
} from '@kith/token-issuing';
import { askOrOpen } from './ask-or-open.ts';
import type { Opened, Place } from './connections.ts';
import { makeKeyring, readKeyring } from './secrets.ts';

/** What an administrator does about users and signing keys, and asks about what was done. */
export interface CredentialAdministration {
  readonly users: UserAdministration;
  readonly keys: KeyAdministration;
  readonly credentialAudit: CredentialAudit;
}

/** Users and keys: of standalone where nothing says that the apps run apart, else in auth-token's own database. */
export const openCredentials = (place: Place): Promise<Opened<CredentialAdministration>> =>
  open(place, { mustExist: true });

/** The same; a standalone that was never started finds what is made here. */
export const openOrMakeCredentials = (place: Place): Promise<Opened<CredentialAdministration>> =>
  open(place, { mustExist: false });

const open = async (
  place: Place,
  options: { readonly mustExist: boolean },
): Promise<Opened<CredentialAdministration>> => {
  const { MONGODB_URI: uri, RESOLVER_URL: resolver } = place.settings;
  if (uri !== undefined) return openApart(place, uri);
  if (resolver !== undefined)
    throw new ConfigurationError(["MONGODB_URI: is missing: auth-token's database"]);
  return askOrOpen(
    place,
    ({ users, keys, credentialAudit }) => ({ users, keys, credentialAudit }),
    () => openData(place, options.mustExist),
  );
};

const openApart = async (place: Place, uri: string): Promise<Opened<CredentialAdministration>> => {
  const keyring = await readKeyring(place.settings, [AUDIT_SECRET]);
  const { credentials, close } = await openMongodbCredentials({ uri, appName: 'kith', clock: Date.now });
  return { opened: overStore(place, { credentials, keyring, reach: KEYS_OF_REPLICAS }), close };
};

const openData = async (place: Place, mustExist: boolean): Promise<Opened<CredentialAdministration>> => {
  const directory = place.settings.DATA_DIR;
  const { credentials, close } = await openEmbeddedCredentials({ directory, mustExist });
  try {
    const keyring = await makeKeyring(place.settings, [AUDIT_SECRET]);
    return { opened: overStore(place, { credentials, keyring, reach: KEYS_OF_ONE_PROCESS }), close };
  } catch (error) {
    await close();
    throw error;
  }
};

interface Held {
  readonly credentials: CredentialStore;
  readonly keyring: Keyring;
  readonly reach: KeyReach;
}

const overStore = (
  { configuration: { accounts }, settings }: Place,
  { credentials, ...held }: Held,
): CredentialAdministration => {
  const shared = { ...held, accounts, clock: Date.now };
  return {
    users: createUserAdministration({
      ...shared,
      store: credentials.users,
      passwords: createPasswordHasher(PASSWORD_COST, randomBytes),
    }),
    keys: createKeyAdministration({
      ...shared,
      keys: credentials.signingKeys,
      newPrivateKey: newPrivateKeys(settings.ACCESS_TOKEN_ALGORITHM),
    }),
    credentialAudit: createCredentialAudit({ ...shared, audit: credentials.audit }),
  };
};
