import process from 'node:process';
import { edgeConfigurationFormat } from '@kith/contracts';
import type { Configuration } from '@kith/contracts';
import {
  absoluteUrl,
  addressRanges,
  filePath,
  kafkaSettings,
  processSettings,
  readConfiguration as readFile,
  readSettings as readEnvironment,
  redisUrl,
  wholeKafkaLogin,
} from '@kith/platform';
import type { Config, Environment } from '@kith/platform';
import { z } from 'zod';

/** The environment of info-ingest (architecture, Ports); docs/settings.md shows the same. */
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
  })
  .check(wholeKafkaLogin);

/** The environment of info-ingest, parsed. */
export type Settings = z.output<typeof settingsSchema>;

/** What info-ingest runs with. */
export type AppConfig = Config<Settings, Configuration>;

/** Reads the environment; throws one `ConfigurationError` that names every fault. */
export const readSettings = (env: Environment = process.env): Settings =>
  readEnvironment(settingsSchema, env);

/** Reads the configuration file, with the secrets and keys that it names; throws one `ConfigurationError` that names every fault. */
export const readConfiguration = ({ CONFIG_FILE }: Settings): Promise<Configuration> =>
  readFile(edgeConfigurationFormat, CONFIG_FILE);

/** What takes effect at the next start only: Node fixes it when a server is made. */
export const fixed = ({ limits }: Configuration) => ({ 'limits.headerBytes': limits.headerBytes });
