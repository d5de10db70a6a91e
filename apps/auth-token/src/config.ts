import process from 'node:process';
import { compileConfiguration, configurationSchema } from '@kith/contracts';
import type { Configuration } from '@kith/contracts';
import {
  absoluteUrl,
  addressRanges,
  filePath,
  mongodbUri,
  positiveNumber,
  processSettings,
  readSettings,
  readYamlFile,
} from '@kith/platform';
import type { Environment } from '@kith/platform';
import { z } from 'zod';

/** The environment of auth-token (architecture, Ports); docs/settings.md shows the same. */
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

/** What auth-token runs with. */
export interface AppConfig {
  readonly settings: z.output<typeof settingsSchema>;
  readonly configuration: Configuration;
}

/** Reads environment and configuration file; throws one `ConfigurationError` that names every fault. */
export const readConfig = async (env: Environment = process.env): Promise<AppConfig> => {
  const settings = readSettings(settingsSchema, env);
  const document = await readYamlFile(configurationSchema, settings.CONFIG_FILE);
  return { settings, configuration: compileConfiguration(document) };
};
