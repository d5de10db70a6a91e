import { join } from 'node:path';
import { IDENTITY_RESOLUTION_SECRETS } from '@kith/identity-resolution';
import { ConfigurationError, createKeyring, makeSecretsFile, readSecretsFile } from '@kith/platform';
import type { Keyring } from '@kith/platform';
import type { Settings } from '../config.ts';

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

/** Those that resolution takes; made in the data directory as standalone makes them, by the process that holds it. */
export const makeKeyring = async (settings: Settings): Promise<Keyring> =>
  settings.SECRETS_FILE === undefined
    ? createKeyring(await makeSecretsFile(secretsFile(settings), IDENTITY_RESOLUTION_SECRETS))
    : readKeyring(settings, IDENTITY_RESOLUTION_SECRETS);
