import process from 'node:process';
import { standaloneConfigurationFormat, type Configuration } from '@kith/contracts';
import {
  absoluteUrl,
  addressRanges,
  filePath,
  positiveNumber,
  processSettings,
  readConfiguration as readFile,
  readSettings as readEnvironment,
  type Config,
  type Environment,
} from '@kith/platform';
import { z } from 'zod';

/** The environment of standalone (docs/architecture.md#ports-and-processes); docs/settings.md shows the same. */
export const settingsSchema = z.object({
  ...processSettings({ port: 8080, managementPort: 9080 }),
  DATA_DIR: filePath.default('data').meta({ description: 'Everything that Kith keeps' }),
  SECRETS_FILE: filePath.optional().meta({ description: 'Named secrets; made in DATA_DIR where not given' }),
  TRUSTED_PROXIES: addressRanges
    .default([])
    .meta({ description: 'Addresses or networks whose X-Forwarded-For is believed, comma-separated' }),
  PUBLIC_URL: absoluteUrl('http:', 'https:')
    .optional()
    .meta({ description: 'Address under which browsers and analysts reach Kith; issuer of the tokens' }),
  ACCESS_TOKEN_TTL: positiveNumber
    .default(3600)
    .meta({ description: 'Lifetime of an access token in seconds' }),
  DEMO: z.enum(['local', 'off']).default('local').meta({
    description:
      'The demo page at /demo: `local` for browsers that reach Kith as localhost or by a loopback address, `off` for nobody',
  }),
  BOOTSTRAP_USERNAME: z.string().default('admin').meta({ description: 'First user of account demo' }),
  BOOTSTRAP_PASSWORD: z
    .string()
    .optional()
    .meta({ description: 'Password of the first user; made and printed once where not given' }),
});

/** The environment of standalone, parsed. */
export type Settings = z.output<typeof settingsSchema>;

/** What standalone runs with. */
export type StandaloneConfig = Config<Settings, Configuration>;

/** Reads the environment; throws one `ConfigurationError` that names every fault. */
export const readSettings = (env: Environment = process.env): Settings =>
  readEnvironment(settingsSchema, env);

/**
 * Reads the configuration file, with the secrets and keys that it names; throws one `ConfigurationError` that names
 * every fault.
 */
export const readConfiguration = ({ CONFIG_FILE }: Settings): Promise<Configuration> =>
  readFile(standaloneConfigurationFormat, CONFIG_FILE);

/** What takes effect at the next start only: Node fixes it when a server is made. */
export const fixed = ({ limits }: Configuration) => ({ 'limits.headerBytes': limits.headerBytes });
