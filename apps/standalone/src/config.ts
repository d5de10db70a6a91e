import process from 'node:process';
import { compileConfiguration, configurationSchema } from '@kith/contracts';
import type { Configuration } from '@kith/contracts';
import {
  absoluteUrl,
  addressRanges,
  filePath,
  positiveNumber,
  processSettings,
  readSettings,
  readYamlFile,
} from '@kith/platform';
import type { Environment } from '@kith/platform';
import { z } from 'zod';

/** The environment of standalone (architecture, Ports); docs/settings.md shows the same. */
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
  BOOTSTRAP_USERNAME: z.string().default('admin').meta({ description: 'First user of account demo' }),
  BOOTSTRAP_PASSWORD: z
    .string()
    .optional()
    .meta({ description: 'Password of the first user; made and printed once where not given' }),
});

/** What standalone runs with. */
export interface StandaloneConfig {
  readonly settings: z.output<typeof settingsSchema>;
  readonly configuration: Configuration;
}

/** Reads environment and configuration file; throws one `ConfigurationError` that names every fault. */
export const readConfig = async (env: Environment = process.env): Promise<StandaloneConfig> => {
  const settings = readSettings(settingsSchema, env);
  const document = await readYamlFile(configurationSchema, settings.CONFIG_FILE);
  return { settings, configuration: compileConfiguration(document) };
};
