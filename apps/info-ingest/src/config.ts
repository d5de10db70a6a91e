import process from 'node:process';
import { edgeConfigurationFormat, type Configuration } from '@kith/contracts';
import {
  absoluteUrl,
  addressRanges,
  filePath,
  kafkaSettings,
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

const GIBIBYTE = 1024 ** 3;

/** The environment of info-ingest (docs/architecture.md#ports-and-processes); docs/settings.md shows the same. */
export const settingsSchema = z
  .object({
    ...processSettings({ port: 8081, managementPort: 9081 }),
    REDIS_URL: redisUrl.meta({ description: 'The cache of umids' }),
    ...kafkaSettings,
    RESOLVER_URL: absoluteUrl('http:').meta({ description: 'Address of identity-resolver' }),
    SECRETS_FILE: filePath.meta({ description: 'Named secrets' }),
    TRUSTED_PROXIES: addressRanges
      .default([])
      .meta({ description: 'Addresses or networks whose X-Forwarded-For is believed, comma-separated' }),
    SPOOL_DIR: filePath.optional().meta({
      description:
        'Where events wait on the disk while Kafka does not answer, a directory for this process alone; without one they are refused then',
    }),
    SPOOL_MAX_BYTES: positiveNumber
      .default(GIBIBYTE)
      .meta({ description: 'What may wait in SPOOL_DIR, in bytes on the disk' }),
    SPOOL_MAX_DAYS: positiveNumber
      .default(7)
      .meta({ description: 'SPOOL_DIR takes no more where its oldest event has waited for so many days' }),
  })
  .check(wholeKafkaLogin);

/** The environment of info-ingest, parsed. */
export type Settings = z.output<typeof settingsSchema>;

/** What info-ingest runs with. */
export type AppConfig = Config<Settings, Configuration>;

/** Reads the environment; throws one `ConfigurationError` that names every fault. */
export const readSettings = (env: Environment = process.env): Settings =>
  readEnvironment(settingsSchema, env);

/**
 * Reads the configuration file, with the secrets and keys that it names; throws one `ConfigurationError` that names
 * every fault.
 */
export const readConfiguration = ({ CONFIG_FILE }: Settings): Promise<Configuration> =>
  readFile(edgeConfigurationFormat, CONFIG_FILE);

/** What takes effect at the next start only: Node fixes it when a server is made. */
export const fixed = ({ limits }: Configuration) => ({ 'limits.headerBytes': limits.headerBytes });
