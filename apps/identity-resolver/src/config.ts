import process from 'node:process';
import {
  createConfigurationReader,
  migrateSetting,
  mongodbSetting,
  redisSetting,
  secretsSetting,
} from '@kith/composition/settings';
import { configurationFormat, type Configuration } from '@kith/contracts';
import { kafkaSettings, positiveNumber, processSettings, wholeKafkaLogin, type Config } from '@kith/platform';
import { z } from 'zod';

/** The environment of identity-resolver (docs/architecture.md#ports-and-processes); docs/settings.md shows the same. */
export const settingsSchema = z
  .object({
    ...processSettings({ port: 8084, managementPort: 9084 }),
    ...mongodbSetting,
    ...migrateSetting,
    ...redisSetting,
    ...kafkaSettings,
    KAFKA_SESSION_TIMEOUT_MS: positiveNumber
      .default(10_000)
      .meta({ description: 'After which silence the partitions of a resolver go to others' }),
    SPOOL_MAX_DAYS: positiveNumber.optional().meta({
      description:
        'That of info-ingest, where one has a SPOOL_DIR: the proof of an erasure names a day so much later',
    }),
    ...secretsSetting,
  })
  .check(wholeKafkaLogin);

/** The environment of identity-resolver, parsed. */
export type Settings = z.output<typeof settingsSchema>;

/** What identity-resolver runs with. */
export type AppConfig = Config<Settings, Configuration>;

export const { readSettings, readConfiguration } = createConfigurationReader(
  settingsSchema,
  configurationFormat,
  process.env,
);

/** What takes effect at the next start only: both are fixed when the server is made. */
export const fixed = ({ limits }: Configuration) => ({
  'limits.headerBytes': limits.headerBytes,
  'limits.deadlineMs': limits.deadlineMs,
});
