import process from 'node:process';
import {
  accessTokenSetting,
  createConfigurationReader,
  fixedAtStart,
  migrateSetting,
  mongodbSetting,
  secretsSetting,
  trustedProxiesSetting,
} from '@kith/composition/settings';
import { configurationFormat, type Configuration } from '@kith/contracts';
import { absoluteUrl, processSettings, type Config } from '@kith/platform';
import { z } from 'zod';

/** The environment of auth-token (docs/architecture.md#ports-and-processes); docs/settings.md shows the same. */
export const settingsSchema = z.object({
  ...processSettings({ port: 8083, managementPort: 9083 }),
  ...mongodbSetting,
  ...migrateSetting,
  ...secretsSetting,
  ...trustedProxiesSetting,
  PUBLIC_URL: absoluteUrl('http:', 'https:').meta({
    description: 'Address under which browsers and analysts reach Kith; issuer of the tokens',
  }),
  ...accessTokenSetting,
});

/** The environment of auth-token, parsed. */
export type Settings = z.output<typeof settingsSchema>;

/** What auth-token runs with. */
export type AppConfig = Config<Settings, Configuration>;

export const { readSettings, readConfiguration } = createConfigurationReader(
  settingsSchema,
  configurationFormat,
  process.env,
);

export const fixed = fixedAtStart;
