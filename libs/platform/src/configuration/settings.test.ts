import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigurationError } from '../errors/configuration-error.ts';
import {
  absoluteUrl,
  commaSeparated,
  filePath,
  flag,
  hostName,
  logLevel,
  portNumber,
  positiveNumber,
  redisUrl,
} from './setting-types.ts';
import { readSettings } from './settings.ts';

const schema = z.object({
  PORT: portNumber.default(8080),
  HOST: hostName.default('127.0.0.1'),
  LOG_LEVEL: logLevel.default('info'),
  KAFKA_BROKERS: commaSeparated.optional(),
  RESOLVER_URL: absoluteUrl('http:', 'https:').optional(),
  MONGODB_URI: absoluteUrl('mongodb:').optional(),
  BOOTSTRAP_PASSWORD: z.string().min(12).optional(),
  ACCESS_TOKEN_TTL: positiveNumber.optional(),
  SPOOL: flag.optional(),
  REDIS_URL: redisUrl.optional(),
});

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readSettings(schema, env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  return [];
};

describe('settings from the environment', () => {
  test('are parsed, with defaults for what is absent or empty', () => {
    expect(
      readSettings(schema, { PORT: '0', HOST: '', KAFKA_BROKERS: ' a:1, b:2 ,', SPOOL: 'true' }),
    ).toEqual({
      PORT: 0,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      KAFKA_BROKERS: ['a:1', 'b:2'],
      SPOOL: true,
    });
  });

  test('variables that the schema does not know are passed over', () => {
    expect(readSettings(schema, { PATH: '/bin' })).not.toHaveProperty('PATH');
  });

  test('all faults come in one message, each a sentence that names its variable', () => {
    expect(() => readSettings(schema, { PORT: 'abc', LOG_LEVEL: 'loud', HOST: 'a b' })).toThrow(
      [
        'PORT: must be a port number, not "abc"',
        'HOST: must be a host name or an IP address, not "a b"',
        'LOG_LEVEL: must be one of debug, info, warn, error, not "loud"',
      ].join('\n'),
    );
  });

  test('a variable that must be there and is not is named', () => {
    expect(() => readSettings(z.object({ DATA_DIR: filePath, PORT: portNumber }), { DATA_DIR: '' })).toThrow(
      'DATA_DIR: is missing\nPORT: is missing',
    );
  });

  test.each(['65536', '-1', '80 ', '8e1', '0x50', '1.5'])('%s is no port', (PORT) => {
    expect(faultsOf({ PORT })).toEqual([`PORT: must be a port number, not "${PORT}"`]);
  });

  test('the value of what may hold a secret is never shown', () => {
    const faults = faultsOf({
      MONGODB_URI: 'mysql://u:hunter2',
      BOOTSTRAP_PASSWORD: 'hunter2',
      ACCESS_TOKEN_TTL: 'hunter2',
      RESOLVER_URL: 'ftp://u:hunter2@host',
      REDIS_URL: 'redis//:hunter2',
    });
    expect(faults).toHaveLength(5);
    expect(faults.join('\n')).not.toContain('hunter2');
  });

  test('a URL keeps no slash at its end', () => {
    expect(readSettings(schema, { RESOLVER_URL: 'http://resolver:8084/' }).RESOLVER_URL).toBe(
      'http://resolver:8084',
    );
  });
});
