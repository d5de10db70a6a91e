import process from 'node:process';
import { createConfigurationReader, signingKeySetting } from '@kith/composition/settings';
import { configurationFormat, edgeConfigurationFormat, type Configuration } from '@kith/contracts';
import {
  absoluteUrls,
  filePath,
  kafkaSettings,
  mongodbUri,
  positiveNumber,
  readConfiguration as readFile,
  redisUrl,
  wholeKafkaLogin,
} from '@kith/platform';
import { z } from 'zod';

const { KAFKA_PARTITIONS: _partitions, KAFKA_BROKERS: brokers, ...kafka } = kafkaSettings;

/**
 * The environment of the commands (docs/behaviour.md#7-commands), that of the apps; docs/settings.md shows the same.
 */
export const settingsSchema = z
  .object({
    CONFIG_FILE: filePath.default('config/kith.yaml').meta({ description: 'Accounts and pipelines' }),
    DATA_DIR: filePath
      .default('data')
      .meta({ description: 'The data of standalone, where neither RESOLVER_URL nor MONGODB_URI is given' }),
    RESOLVER_URL: absoluteUrls('http:').optional().meta({
      description: 'Where identity-resolver is, as info-ingest has it; it is asked about profiles',
    }),
    MONGODB_URI: mongodbUri.optional().meta({
      description:
        'The replica set, with the database in its path: for `user` and `keys`, and beside RESOLVER_URL, that of auth-token, else that of the resolver',
    }),
    REDIS_URL: redisUrl
      .optional()
      .meta({ description: 'The cache of umids, which is told of what a command changes in MongoDB' }),
    SECRETS_FILE: filePath.optional().meta({
      description:
        'Named secrets; those in DATA_DIR where not given, required with RESOLVER_URL or MONGODB_URI',
    }),
    SPOOL_MAX_DAYS: positiveNumber.optional().meta({
      description:
        'That of info-ingest, where one has a SPOOL_DIR: beside MONGODB_URI, for the date in the proof of an erasure',
    }),
    ...signingKeySetting,
    KAFKA_BROKERS: brokers.optional().meta({
      description: 'Brokers as host:port, comma-separated: beside MONGODB_URI, for `dead-letters replay`',
    }),
    ...kafka,
  })
  .check(wholeKafkaLogin);

/** The environment of the commands, parsed. */
export type Settings = z.output<typeof settingsSchema>;

export const { readSettings, readConfiguration } = createConfigurationReader(
  settingsSchema,
  configurationFormat,
  process.env,
);

/** Reads it as the edge does, with the secrets and keys that it names. */
export const readEdgeConfiguration = ({ CONFIG_FILE }: Settings): Promise<Configuration> =>
  readFile(edgeConfigurationFormat, CONFIG_FILE);
