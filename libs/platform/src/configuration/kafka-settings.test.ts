import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { z } from 'zod';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { kafkaSettings, readKafkaSecurity, wholeKafkaLogin } from './kafka-settings.ts';
import { readSettings } from './settings.ts';

const schema = z.object(kafkaSettings).check(wholeKafkaLogin);
const KAFKA_BROKERS = 'broker:9092';
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

let folder: string;
const endings = useEndings();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kith-kafka-settings-'));
  endings.push(() => rm(folder, { recursive: true }));
});

const fileWith = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};
const login = (KAFKA_PASSWORD_FILE: string) => ({
  KAFKA_USERNAME: 'kith-edge',
  KAFKA_PASSWORD_FILE,
  KAFKA_MECHANISM: 'scram-sha-512',
});
const securityOf = (environment: Record<string, string>) =>
  readKafkaSecurity(readSettings(schema, { KAFKA_BROKERS, ...environment }));
const faultsOf = async (environment: Record<string, string>): Promise<readonly string[]> => {
  try {
    await securityOf(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  return [];
};

describe('the settings of Kafka', () => {
  test('without a login and without TLS say so', async () => {
    expect(await securityOf({})).toEqual({ tls: null, login: null });
  });

  test.each(['\n', '\r\n', ''])(
    'take the password from its file, without the end of its line %j',
    async (end) => {
      const file = await fileWith('password', ` pass word ${end}`);
      expect((await securityOf(login(file))).login).toEqual({
        mechanism: 'scram-sha-512',
        username: 'kith-edge',
        password: ' pass word ',
      });
    },
  );

  test('ask for TLS by certificates of their own, or by those that Node trusts', async () => {
    const KAFKA_CA_FILE = await fileWith('ca.pem', CERTIFICATE);
    expect((await securityOf({ KAFKA_TLS: 'true' })).tls).toEqual({ ca: null });
    expect((await securityOf({ KAFKA_TLS: 'true', KAFKA_CA_FILE })).tls).toEqual({ ca: CERTIFICATE });
    expect((await securityOf({ KAFKA_TLS: 'false' })).tls).toBeNull();
  });

  test.each(Object.keys(login('/password')))('that lack %s of a login are refused', async (absent) => {
    const environment = Object.entries(login('/password')).filter(([name]) => name !== absent);
    expect(await faultsOf(Object.fromEntries(environment))).toEqual([
      `${absent}: is missing: a login needs all of KAFKA_USERNAME, KAFKA_PASSWORD_FILE, KAFKA_MECHANISM`,
    ]);
  });

  test('that give the password alone name both others', async () => {
    const faults = await faultsOf({ KAFKA_PASSWORD_FILE: '/password' });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['KAFKA_USERNAME', 'KAFKA_MECHANISM']);
  });

  test('that name certificates without TLS are refused', async () => {
    expect(await faultsOf({ KAFKA_CA_FILE: '/ca.pem' })).toEqual([
      'KAFKA_TLS: must be true for KAFKA_CA_FILE',
    ]);
  });

  test('that name another mechanism, or neither true nor false, are refused', async () => {
    expect(await faultsOf({ ...login('/password'), KAFKA_MECHANISM: 'gssapi', KAFKA_TLS: 'yes' })).toEqual([
      'KAFKA_TLS: must be true or false, not "yes"',
      'KAFKA_MECHANISM: must be one of plain, scram-sha-256, scram-sha-512, not "gssapi"',
    ]);
  });

  test('whose files cannot be read are refused with the name of the setting', async () => {
    const absent = join(folder, 'absent');
    expect(await faultsOf(login(absent))).toEqual([`KAFKA_PASSWORD_FILE: ${absent} cannot be read (ENOENT)`]);
    expect(await faultsOf({ KAFKA_TLS: 'true', KAFKA_CA_FILE: absent })).toEqual([
      `KAFKA_CA_FILE: ${absent} cannot be read (ENOENT)`,
    ]);
  });

  test('whose files hold nothing of use are refused, and nothing of them is shown', async () => {
    const empty = await fileWith('empty', '\n');
    const KAFKA_CA_FILE = await fileWith('key.pem', 'hunter2');
    expect(await faultsOf(login(empty))).toEqual([`KAFKA_PASSWORD_FILE: ${empty} is empty`]);
    expect(await faultsOf({ KAFKA_TLS: 'true', KAFKA_CA_FILE })).toEqual([
      `KAFKA_CA_FILE: ${KAFKA_CA_FILE} holds no certificate in PEM`,
    ]);
  });
});
