import process from 'node:process';
import { createConfigurationReader, fixedAtStart, mongodbSetting } from '@kith/composition/settings';
import { configurationFormat, type Configuration } from '@kith/contracts';
import { absoluteUrl, processSettings, type Config } from '@kith/platform';
import { z } from 'zod';

/** The environment of graphql-query (docs/architecture.md#ports-and-processes); docs/settings.md shows the same. */
export const settingsSchema = z.object({
  ...processSettings({ port: 8082, managementPort: 9082 }),
  ...mongodbSetting,
  JWKS_URL: absoluteUrl('http:', 'https:').meta({ description: 'Where auth-token publishes its keys' }),
  PUBLIC_URL: absoluteUrl('http:', 'https:').meta({ description: 'Issuer of the tokens' }),
});

/** The environment of graphql-query, parsed. */
export type Settings = z.output<typeof settingsSchema>;

/** What graphql-query runs with. */
export type AppConfig = Config<Settings, Configuration>;

export const { readSettings, readConfiguration } = createConfigurationReader(
  settingsSchema,
  configurationFormat,
  process.env,
);

export const fixed = fixedAtStart;
