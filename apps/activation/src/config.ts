import process from 'node:process';
import { createConfigurationReader } from '@kith/composition/settings';
import { activationConfigurationFormat, type Configuration } from '@kith/contracts';
import { kafkaSettings, managedSettings, mongodbUri, wholeKafkaLogin, type Config } from '@kith/platform';
import { z } from 'zod';

/** The environment of activation (docs/architecture.md#ports-and-processes); docs/settings.md shows the same. */
export const settingsSchema = z
  .object({
    ...managedSettings({ managementPort: 9085 }),
    MONGODB_URI: mongodbUri.meta({
      description: "The replica set, with the resolver's database in its path",
    }),
    ...kafkaSettings,
  })
  .check(wholeKafkaLogin);

/** The environment of activation, parsed. */
export type Settings = z.output<typeof settingsSchema>;

export type AppConfig = Config<Settings, Configuration>;

export const { readSettings, readConfiguration } = createConfigurationReader(
  settingsSchema,
  activationConfigurationFormat,
  process.env,
);
