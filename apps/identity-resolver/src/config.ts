import process from 'node:process';
import { configurationFormat, type Configuration } from '@kith/contracts';
import {
  filePath,
  kafkaSettings,
  mongodbUri,
  positiveNumber,
  processSettings,
  readConfiguration as readFile,
  readSettings as readEnvironment,
  redisUrl,
  wholeKafkaLogin,
  type Config,
  type Environment,
} from '@kith/platform';
import { z } from 'zod';

/** The environment of identity-resolver (docs/architecture.md#ports-and-processes); docs/settings.md shows the same. */
export const settingsSchema = z
  .object({
    ...processSettings({ port: 8084, managementPort: 9084 }),
    MONGODB_URI: mongodbUri.meta({ description: 'The replica set, with the database in its path' }),
    REDIS_URL: redisUrl.meta({ description: 'The cache of umids' }),
    ...kafkaSettings,
    KAFKA_SESSION_TIMEOUT_MS: positiveNumber
      .default(10_000)
      .meta({ description: 'After which silence the partitions of a resolver go to others' }),
    SPOOL_MAX_DAYS: positiveNumber.optional().meta({
      description:
        'That of info-ingest, where one has a SPOOL_DIR: the proof of an erasure names a day so much later',
    }),
    SECRETS_FILE: filePath.meta({ description: 'Named secrets' }),
  })
  .check(wholeKafkaLogin);

/** The environment of identity-resolver, parsed. */
export type Settings = z.output<typeof settingsSchema>;

/** What identity-resolver runs with. */
export type AppConfig = Config<Settings, Configuration>;

/** Reads the environment; throws one `ConfigurationError` that names every fault. */
export const readSettings = (env: Environment = process.env): Settings =>
  readEnvironment(settingsSchema, env);

/** Reads the configuration file; throws one `ConfigurationError` that names every fault. */
export const readConfiguration = ({ CONFIG_FILE }: Settings): Promise<Configuration> =>
  readFile(configurationFormat, CONFIG_FILE);

/** What takes effect at the next start only: both are fixed when the server is made. */
export const fixed = ({ limits }: Configuration) => ({
  'limits.headerBytes': limits.headerBytes,
  'limits.deadlineMs': limits.deadlineMs,
});
