import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { errorCode } from '../errors/error-sentence.ts';
import { brokerList, filePath, flag, loginName, positiveNumber } from './setting-types.ts';

/** How a user of Kafka proves who it is. */
export type KafkaMechanism = 'plain' | 'scram-sha-256' | 'scram-sha-512';

/** The settings of an app that talks to Kafka; spread into its schema, which is then checked by `wholeKafkaLogin`. */
export const kafkaSettings = {
  KAFKA_BROKERS: brokerList.meta({ description: 'Brokers as host:port, comma-separated' }),
  KAFKA_PARTITIONS: positiveNumber
    .default(12)
    .meta({ description: 'Partitions of the topics, where Kith makes them' }),
  KAFKA_TLS: flag.default(false).meta({ description: 'true: the brokers are reached by TLS' }),
  KAFKA_CA_FILE: filePath.optional().meta({
    description:
      'Certificates in PEM that the brokers are trusted by; those that Node trusts where not given',
  }),
  KAFKA_USERNAME: loginName
    .optional()
    .meta({ description: 'The user at the brokers; without one the app does not log in' }),
  KAFKA_PASSWORD_FILE: filePath.optional().meta({ description: "The file that holds the user's password" }),
  KAFKA_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'])
    .optional()
    .meta({ description: 'How the user logs in: plain, scram-sha-256 or scram-sha-512' }),
};

/** Those of the settings that say how the brokers are reached. */
export interface KafkaSecuritySettings {
  readonly KAFKA_TLS: boolean;
  readonly KAFKA_CA_FILE?: string | undefined;
  readonly KAFKA_USERNAME?: string | undefined;
  readonly KAFKA_PASSWORD_FILE?: string | undefined;
  readonly KAFKA_MECHANISM?: KafkaMechanism | undefined;
}

/** How the brokers are reached; it holds a password. */
export interface KafkaSecurity {
  /** Null: without TLS. `ca`: certificates in PEM; null: those that Node trusts. */
  readonly tls: { readonly ca: string | null } | null;
  /** Null: nobody logs in. */
  readonly login: {
    readonly mechanism: KafkaMechanism;
    readonly username: string;
    readonly password: string;
  } | null;
}

const LOGIN = ['KAFKA_USERNAME', 'KAFKA_PASSWORD_FILE', 'KAFKA_MECHANISM'] as const;

/** The check of a schema with these settings: a login is given whole or not at all, and a CA for TLS alone. */
export const wholeKafkaLogin = ({ value, issues }: z.core.ParsePayload<KafkaSecuritySettings>): void => {
  const refuse = (name: keyof KafkaSecuritySettings, message: string): void => {
    issues.push({ code: 'custom', message, path: [name], input: undefined });
  };
  const absent = LOGIN.filter((name) => value[name] === undefined);
  if (absent.length < LOGIN.length) {
    for (const name of absent) refuse(name, `is missing: a login needs all of ${LOGIN.join(', ')}`);
  }
  if (value.KAFKA_CA_FILE !== undefined && !value.KAFKA_TLS)
    refuse('KAFKA_TLS', 'must be true for KAFKA_CA_FILE');
};

/** Reads the files that the settings name; throws a `ConfigurationError` that shows nothing of their content. */
export const readKafkaSecurity = async (settings: KafkaSecuritySettings): Promise<KafkaSecurity> => ({
  tls: settings.KAFKA_TLS ? { ca: await certificates(settings.KAFKA_CA_FILE) } : null,
  login: await loginOf(settings),
});

const loginOf = async (settings: KafkaSecuritySettings): Promise<KafkaSecurity['login']> => {
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD_FILE: path, KAFKA_MECHANISM: mechanism } = settings;
  if (username === undefined || path === undefined || mechanism === undefined) return null;
  // Editors and `echo` end a file with a new line that is no part of the password.
  const password = (await textOf('KAFKA_PASSWORD_FILE', path)).replace(/\r?\n$/, '');
  if (password === '') throw new ConfigurationError([`KAFKA_PASSWORD_FILE: ${path} is empty`]);
  return { mechanism, username, password };
};

const certificates = async (path: string | undefined): Promise<string | null> => {
  if (path === undefined) return null;
  const text = await textOf('KAFKA_CA_FILE', path);
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new ConfigurationError([`KAFKA_CA_FILE: ${path} holds no certificate in PEM`]);
};

const textOf = async (setting: string, path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new ConfigurationError([
      `${setting}: ${path} cannot be read (${errorCode(cause) ?? 'unreadable'})`,
    ]);
  }
};
