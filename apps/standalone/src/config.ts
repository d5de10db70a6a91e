import { readFile } from 'node:fs/promises';
import { compileConfiguration, configurationSchema } from '@kith/contracts';
import type { Configuration } from '@kith/contracts';
import {
  absoluteUrl,
  commaSeparated,
  filePath,
  hostName,
  logLevel,
  portNumber,
  positiveNumber,
  readSettings,
  readYamlDocument,
} from '@kith/platform';
import type { Environment } from '@kith/platform';
import { z } from 'zod';

/** The environment of standalone (architecture, Ports); README and docs/settings.md show the same. */
export const settingsSchema = z.object({
  HOST: hostName
    .default('127.0.0.1')
    .meta({ description: 'Address that the public and the management port listen on' }),
  PORT: portNumber.default(8080).meta({ description: 'Public port; 0 chooses a free one' }),
  MANAGEMENT_PORT: portNumber.default(9080).meta({ description: 'Port of /livez, /readyz and /metrics' }),
  CONFIG_FILE: filePath.default('config/kith.yaml').meta({ description: 'Accounts and pipelines' }),
  DATA_DIR: filePath.default('data').meta({ description: 'Everything that Kith keeps' }),
  LOG_LEVEL: logLevel.default('info').meta({ description: 'debug, info, warn or error' }),
  SECRETS_FILE: filePath.optional().meta({ description: 'Named secrets; made in DATA_DIR where not given' }),
  TRUSTED_PROXIES: commaSeparated
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
  const text = await readFile(settings.CONFIG_FILE, 'utf8');
  const document = readYamlDocument(configurationSchema, settings.CONFIG_FILE, text);
  return { settings, configuration: compileConfiguration(document) };
};
