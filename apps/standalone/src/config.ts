import process from 'node:process';
import {
  accessTokenSetting,
  createConfigurationReader,
  fixedAtStart,
  trustedProxiesSetting,
} from '@kith/composition/settings';
import { standaloneConfigurationFormat, type Configuration } from '@kith/contracts';
import { absoluteUrl, filePath, processSettings, type Config } from '@kith/platform';
import { z } from 'zod';

/** The environment of standalone (docs/architecture.md#ports-and-processes); docs/settings.md shows the same. */
export const settingsSchema = z.object({
  ...processSettings({ port: 8080, managementPort: 9080, drainSeconds: 0 }),
  DATA_DIR: filePath.default('data').meta({ description: 'Everything that Kith keeps' }),
  SECRETS_FILE: filePath.optional().meta({ description: 'Named secrets; made in DATA_DIR where not given' }),
  ...trustedProxiesSetting,
  PUBLIC_URL: absoluteUrl('http:', 'https:')
    .optional()
    .meta({ description: 'Address under which browsers and analysts reach Kith; issuer of the tokens' }),
  ...accessTokenSetting,
  DEMO: z.enum(['local', 'off']).default('local').meta({
    description:
      'The demo page at /demo: `local` for browsers that reach Kith as localhost or by a loopback address, `off` for nobody',
  }),
  BOOTSTRAP_USERNAME: z.string().default('admin').meta({ description: 'First user of account demo' }),
  BOOTSTRAP_PASSWORD: z
    .string()
    .optional()
    .meta({ description: 'Password of the first user; made and printed once where not given' }),
});

/** The environment of standalone, parsed. */
export type Settings = z.output<typeof settingsSchema>;

export type StandaloneConfig = Config<Settings, Configuration>;

export const { readSettings, readConfiguration } = createConfigurationReader(
  settingsSchema,
  standaloneConfigurationFormat,
  process.env,
);

export const fixed = fixedAtStart;
