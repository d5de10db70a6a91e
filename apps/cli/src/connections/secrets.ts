import { join } from 'node:path';
import { IDENTITY_RESOLUTION_SECRETS } from '@kith/composition/identity-resolution';
import { INFO_INGEST_SECRETS } from '@kith/info-ingest';
import {
  ConfigurationError,
  createKeyring,
  makeSecretsFile,
  readSecretsFile,
  type Keyring,
} from '@kith/platform';
import { TOKEN_ISSUING_SECRETS } from '@kith/token-issuing';
import type { Settings } from '../config.ts';

const ALL_SECRETS = [
  ...new Set([...INFO_INGEST_SECRETS, ...IDENTITY_RESOLUTION_SECRETS, ...TOKEN_ISSUING_SECRETS]),
];

const isApart = ({ RESOLVER_URL, MONGODB_URI }: Settings): boolean =>
  RESOLVER_URL !== undefined || MONGODB_URI !== undefined;

const secretsFile = (settings: Settings): string => {
  if (settings.SECRETS_FILE !== undefined) return settings.SECRETS_FILE;
  if (isApart(settings)) throw new ConfigurationError(['SECRETS_FILE: is missing']);
  return join(settings.DATA_DIR, 'secrets.json');
};

/** The secrets of these names and all others of the file. */
export const readKeyring = async (settings: Settings, names: readonly string[] = []): Promise<Keyring> =>
  createKeyring(await readSecretsFile(secretsFile(settings), names));

/**
 * The secrets of these names, made in the data directory as standalone makes them. Whoever makes the file makes all of
 * its names: another command, which holds other data, may want others at the same moment.
 */
export const makeKeyring = async (settings: Settings, names: readonly string[]): Promise<Keyring> =>
  settings.SECRETS_FILE === undefined
    ? createKeyring(await makeSecretsFile(secretsFile(settings), ALL_SECRETS))
    : readKeyring(settings, names);
