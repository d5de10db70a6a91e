import process from 'node:process';
import { configurationFormat, type Configuration } from '@kith/contracts';
import {
  absoluteUrl,
  addressRanges,
  filePath,
  mongodbUri,
  positiveNumber,
  processSettings,
  readConfiguration as readFile,
  readSettings as readEnvironment,
  type Config,
  type Environment,
} from '@kith/platform';
import { z } from 'zod';

/** The environment of auth-token (docs/architecture.md#ports-and-processes); docs/settings.md shows the same. */
export const settingsSchema = z.object({
  ...processSettings({ port: 8083, managementPort: 9083 }),
  MONGODB_URI: mongodbUri.meta({ description: 'The replica set, with the database in its path' }),
  SECRETS_FILE: filePath.meta({ description: 'Named secrets' }),
  TRUSTED_PROXIES: addressRanges
    .default([])
    .meta({ description: 'Addresses or networks whose X-Forwarded-For is believed, comma-separated' }),
  PUBLIC_URL: absoluteUrl('http:', 'https:').meta({
    description: 'Address under which browsers and analysts reach Kith; issuer of the tokens',
  }),
  ACCESS_TOKEN_TTL: positiveNumber
    .default(3600)
    .meta({ description: 'Lifetime of an access token in seconds' }),
});

/** The environment of auth-token, parsed. */
export type Settings = z.output<typeof settingsSchema>;

/** What auth-token runs with. */
export type AppConfig = Config<Settings, Configuration>;

/** Reads the environment; throws one `ConfigurationError` that names every fault. */
export const readSettings = (env: Environment = process.env): Settings =>
  readEnvironment(settingsSchema, env);

/** Reads the configuration file; throws one `ConfigurationError` that names every fault. */
export const readConfiguration = ({ CONFIG_FILE }: Settings): Promise<Configuration> =>
  readFile(configurationFormat, CONFIG_FILE);

/** What takes effect at the next start only: Node fixes it when a server is made. */
export const fixed = ({ limits }: Configuration) => ({ 'limits.headerBytes': limits.headerBytes });
