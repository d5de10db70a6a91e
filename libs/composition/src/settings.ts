import { type Configuration } from '@kith/contracts';
import {
  addressRanges,
  filePath,
  mongodbUri,
  positiveNumber,
  readConfiguration as readFile,
  readSettings as readEnvironment,
  redisUrl,
  type ConfigurationFormat,
  type Environment,
} from '@kith/platform';
import { z } from 'zod';

/** Settings that several apps have in common, to be spread into their schemas. */
export const mongodbSetting = {
  MONGODB_URI: mongodbUri.meta({ description: 'The replica set, with the database in its path' }),
};

/** Of those who bring their database to its layout. */
export const migrateSetting = {
  MIGRATE: z.enum(['start', 'job']).default('start').meta({
    description:
      'Who brings the database to its layout: `start`, this app when it starts, or `job`, `kith migrate run`; the app is not ready before',
  }),
};

export const redisSetting = { REDIS_URL: redisUrl.meta({ description: 'The cache of umids' }) };

export const secretsSetting = { SECRETS_FILE: filePath.meta({ description: 'Named secrets' }) };

export const trustedProxiesSetting = {
  TRUSTED_PROXIES: addressRanges
    .default([])
    .meta({ description: 'Addresses or networks whose X-Forwarded-For is believed, comma-separated' }),
};

/** What new keys that sign access tokens are; those that are there stay as they are. */
export const signingKeySetting = {
  ACCESS_TOKEN_ALGORITHM: z.enum(['ES256', 'RS256']).default('ES256').meta({
    description:
      'How new keys sign access tokens: `ES256`, or `RS256` for verifiers that know nothing else, at four times the cost; keys that are there stay until `kith keys rotate`',
  }),
};

export const accessTokenSetting = {
  ...signingKeySetting,
  ACCESS_TOKEN_TTL: positiveNumber
    .default(3600)
    .meta({ description: 'Lifetime of an access token in seconds' }),
};

/** How an app reads what it runs with. */
export interface ConfigurationReader<Settings, Configuration> {
  /** Reads the environment; throws one `ConfigurationError` that names every fault. */
  readonly readSettings: (environment?: Environment) => Settings;
  /**
   * Reads the configuration file, with the files that its format names, such as secrets; throws one
   * `ConfigurationError` that names every fault.
   */
  readonly readConfiguration: (settings: Settings) => Promise<Configuration>;
}

/** Reads settings by their schema, from this environment unless told otherwise, and configurations of this format. */
export const createConfigurationReader = <
  S extends z.ZodObject & z.ZodType<{ readonly CONFIG_FILE: string }>,
  F extends z.ZodType,
  C,
>(
  schema: S,
  format: ConfigurationFormat<F, C>,
  environment: Environment,
): ConfigurationReader<z.output<S>, C> => ({
  readSettings: (given = environment) => readEnvironment(schema, given),
  readConfiguration: ({ CONFIG_FILE }) => readFile(format, CONFIG_FILE),
});

/** What takes effect at the next start only: Node fixes it when a server is made. */
export const fixedAtStart = ({ limits }: Configuration) => ({
  'limits.headerBytes': limits.headerBytes,
});
