import process from 'node:process';
import { compileConfiguration, configurationSchema } from '@kith/contracts';
import type { Configuration } from '@kith/contracts';
import {
  brokerList,
  filePath,
  mongodbUri,
  positiveNumber,
  processSettings,
  readSettings,
  readYamlFile,
  redisUrl,
} from '@kith/platform';
import type { Environment } from '@kith/platform';
import { z } from 'zod';

/** The environment of identity-resolver (architecture, Ports); docs/settings.md shows the same. */
export const settingsSchema = z.object({
  ...processSettings({ port: 8084, managementPort: 9084 }),
  MONGODB_URI: mongodbUri.meta({ description: 'The replica set, with the database in its path' }),
  REDIS_URL: redisUrl.meta({ description: 'The cache of umids' }),
  KAFKA_BROKERS: brokerList.meta({ description: 'Brokers as host:port, comma-separated' }),
  KAFKA_PARTITIONS: positiveNumber
    .default(12)
    .meta({ description: 'Partitions of the topics, where Kith makes them' }),
  SECRETS_FILE: filePath.meta({ description: 'Named secrets' }),
});

/** What identity-resolver runs with. */
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
