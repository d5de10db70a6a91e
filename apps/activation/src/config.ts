import process from 'node:process';
import { activationConfigurationFormat, type Configuration } from '@kith/contracts';
import {
  kafkaSettings,
  managedSettings,
  mongodbUri,
  readConfiguration as readFile,
  readSettings as readEnvironment,
  wholeKafkaLogin,
  type Config,
  type Environment,
} from '@kith/platform';
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

/** What activation runs with. */
export type AppConfig = Config<Settings, Configuration>;

/** Reads the environment; throws one `ConfigurationError` that names every fault. */
export const readSettings = (env: Environment = process.env): Settings =>
  readEnvironment(settingsSchema, env);

/**
 * Reads the configuration file, with the secrets of destinations; throws one `ConfigurationError` that names every
 * fault.
 */
export const readConfiguration = ({ CONFIG_FILE }: Settings): Promise<Configuration> =>
  readFile(activationConfigurationFormat, CONFIG_FILE);
