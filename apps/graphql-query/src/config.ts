import process from 'node:process';
import { configurationFormat, type Configuration } from '@kith/contracts';
import {
  absoluteUrl,
  mongodbUri,
  processSettings,
  readConfiguration as readFile,
  readSettings as readEnvironment,
  type Config,
  type Environment,
} from '@kith/platform';
import { z } from 'zod';

/** The environment of graphql-query (docs/architecture.md#ports-and-processes); docs/settings.md shows the same. */
export const settingsSchema = z.object({
  ...processSettings({ port: 8082, managementPort: 9082 }),
  MONGODB_URI: mongodbUri.meta({ description: 'The replica set, with the database in its path' }),
  JWKS_URL: absoluteUrl('http:', 'https:').meta({ description: 'Where auth-token publishes its keys' }),
  PUBLIC_URL: absoluteUrl('http:', 'https:').meta({ description: 'Issuer of the tokens' }),
});

/** The environment of graphql-query, parsed. */
export type Settings = z.output<typeof settingsSchema>;

/** What graphql-query runs with. */
export type AppConfig = Config<Settings, Configuration>;

/** Reads the environment; throws one `ConfigurationError` that names every fault. */
export const readSettings = (env: Environment = process.env): Settings =>
  readEnvironment(settingsSchema, env);

/** Reads the configuration file; throws one `ConfigurationError` that names every fault. */
export const readConfiguration = ({ CONFIG_FILE }: Settings): Promise<Configuration> =>
  readFile(configurationFormat, CONFIG_FILE);

/** What takes effect at the next start only: Node fixes it when a server is made. */
export const fixed = ({ limits }: Configuration) => ({ 'limits.headerBytes': limits.headerBytes });
