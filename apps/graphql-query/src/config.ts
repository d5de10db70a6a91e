import process from 'node:process';
import { compileConfiguration, configurationSchema } from '@kith/contracts';
import type { Configuration } from '@kith/contracts';
import { absoluteUrl, mongodbUri, processSettings, readSettings, readYamlFile } from '@kith/platform';
import type { Environment } from '@kith/platform';
import { z } from 'zod';

/** The environment of graphql-query (architecture, Ports); docs/settings.md shows the same. */
export const settingsSchema = z.object({
  ...processSettings({ port: 8082, managementPort: 9082 }),
  MONGODB_URI: mongodbUri.meta({ description: 'The replica set, with the database in its path' }),
  JWKS_URL: absoluteUrl('http:', 'https:').meta({ description: 'Where auth-token publishes its keys' }),
  PUBLIC_URL: absoluteUrl('http:', 'https:').meta({ description: 'Issuer of the tokens' }),
});

/** What graphql-query runs with. */
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
