import process from 'node:process';
import {
  createConfigurationReader,
  fixedAtStart,
  redisSetting,
  secretsSetting,
  trustedProxiesSetting,
} from '@kith/composition/settings';
import { edgeConfigurationFormat, type Configuration } from '@kith/contracts';
import {
  absoluteUrls,
  filePath,
  kafkaSettings,
  positiveNumber,
  processSettings,
  wholeKafkaLogin,
  type Config,
} from '@kith/platform';
import { z } from 'zod';

const GIBIBYTE = 1024 ** 3;

/** The environment of info-ingest (docs/architecture.md#ports-and-processes); docs/settings.md shows the same. */
export const settingsSchema = z
  .object({
    ...processSettings({ port: 8081, managementPort: 9081 }),
    ...redisSetting,
    ...kafkaSettings,
    RESOLVER_URL: absoluteUrls('http:').meta({
      description:
        'Where identity-resolver is: a URL, or several with commas between them; calls are spread over all addresses of each name',
    }),
    ...secretsSetting,
    ...trustedProxiesSetting,
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

export const { readSettings, readConfiguration } = createConfigurationReader(
  settingsSchema,
  edgeConfigurationFormat,
  process.env,
);

export const fixed = fixedAtStart;
