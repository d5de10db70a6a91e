import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { CHANGES_TOPIC, DEAD_LETTER_TOPIC, TRACKING_TOPIC } from '@kith/contracts';
import { IDENTITY_RESOLUTION_SECRETS } from '@kith/composition/identity-resolution';
import { INFO_INGEST_SECRETS } from '@kith/info-ingest';
import { makeSecretsFile } from '@kith/platform';
import { randomName, serverAddress, temporaryDirectory } from '@kith/testing';
import { SHIPPED_CONFIGURATION } from '@kith/testing/shipped-configuration';
import { useEndings } from '@kith/testing/use-endings';
import { workspaceRoot } from '@kith/tools/process';
import { administerKafka } from '../servers/administer-kafka.ts';
import { makeBrokerCertificate } from '../servers/broker-certificate.ts';
import { startKafkaWithUsers } from '../servers/kafka-with-users.ts';
import { openTlsFront } from '../servers/tls-front.ts';
import { databaseUri } from '@kith/tools/servers';

const RIGHT = 'the-right-password';
const WRONG = 'hunter2';
const APPS = ['info-ingest', 'identity-resolver', 'activation'] as const;
const APPS_WITH_CACHE = ['info-ingest', 'identity-resolver'] as const;
const TOPICS = [TRACKING_TOPIC, CHANGES_TOPIC, DEAD_LETTER_TOPIC];

/** Everything that the apps need, with a Kafka that asks for a login and has a certificate of its own. */
const prepare = async () => {
  const { path, remove } = await temporaryDirectory();
  const certificate = await makeBrokerCertificate(path);
  const kafka = await startKafkaWithUsers({ kith: RIGHT }, certificate);
  const rule = { principal: 'User:kith', operation: 'All' } as const;
  await administerKafka(kafka.administrator, {
    topics: Object.fromEntries(TOPICS.map((topic) => [topic, 1])),
    rules: [
      ...TOPICS.map((name) => ({ ...rule, on: 'topic', name }) as const),
      { ...rule, on: 'group', name: 'identity-resolver' },
    ],
  });
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(path, name), text);
    return join(path, name);
  };
  const SECRETS_FILE = join(path, 'secrets.json');
  await makeSecretsFile(SECRETS_FILE, [
    ...new Set([...INFO_INGEST_SECRETS, ...IDENTITY_RESOLUTION_SECRETS, 'resolver']),
  ]);
  const environment = {
    PORT: '0',
    MANAGEMENT_PORT: '0',
    LOG_LEVEL: 'debug',
    SECRETS_FILE,
    RESOLVER_URL: 'http://127.0.0.1:1',
    REDIS_URL: serverAddress('REDIS_URL'),
    MONGODB_URI: databaseUri(serverAddress('MONGODB_URI'), randomName('kith').slice(0, 24)),
    KAFKA_BROKERS: kafka.usersByTls,
    KAFKA_TLS: 'true',
    KAFKA_CA_FILE: certificate.caFile,
    KAFKA_USERNAME: 'kith',
    KAFKA_PASSWORD_FILE: await file('right', `${RIGHT}\n`),
    KAFKA_MECHANISM: 'scram-sha-512',
  };
  const wrongPasswordFile = await file('wrong', WRONG);
  const [redis, mongodb] = await Promise.all(
    [environment.REDIS_URL, environment.MONGODB_URI].map((url) => openTlsFront(hostOf(url), certificate)),
  );
  const stop = async (): Promise<void> => {
    redis!.close();
    mongodb!.close();
    await kafka.stop().finally(remove);
  };
  return {
    environment,
    wrongPasswordFile,
    caFile: certificate.caFile,
    /** The same servers by TLS. */
    secure: {
      REDIS_URL: `rediss://kith:${WRONG}@${redis!.host}`,
      MONGODB_URI: `mongodb://${mongodb!.host}/${randomName('kith').slice(0, 24)}?directConnection=true&tls=true`,
    },
    stop,
  };
};

const hostOf = (url: string): string => /^[^:]+:\/\/(?:[^@/]*@)?([^/,?]+)/.exec(url)?.[1] ?? '';

const prepared: Awaited<ReturnType<typeof prepare>>[] = [];
const stage = () => prepared[0]!;
const endings = useEndings();
beforeAll(async () => {
  prepared.push(await prepare());
  endings.push(() => stage().stop());
});

/** Runs an app until it listens or ends by itself; answers with its exit code and all that it printed. */
const run = async (app: string, other: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [join(workspaceRoot, `apps/${app}/dist/main.js`)], {
    cwd: workspaceRoot,
    env: { CONFIG_FILE: SHIPPED_CONFIGURATION, ...stage().environment, ...other },
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed.push(text);
      if (/ listens on /.test(text)) child.kill('SIGTERM');
    });
  }
  await once(child, 'close');
  return { exitCode: child.exitCode, output: printed.join('') };
};

describe.each(APPS)('%s at a Kafka that asks for a login', (app) => {
  test('listens with the right password, and ends in order', async () => {
    const { exitCode, output } = await run(app, {});
    expect(output).toContain(`${app} listens on `);
    expect(exitCode).toBe(0);
    expect(output).not.toContain(RIGHT);
  });

  test('ends with a sentence that names the settings where the password is wrong', async () => {
    const { exitCode, output } = await run(app, { KAFKA_PASSWORD_FILE: stage().wrongPasswordFile });
    expect(output).toContain(
      `${app} did not start. KAFKA_USERNAME, KAFKA_PASSWORD_FILE, KAFKA_MECHANISM: the brokers refuse this login (`,
    );
    expect(exitCode).toBe(1);
    expect(output).not.toContain(WRONG);
  });

  test('ends with a sentence that names the setting where the login is half given', async () => {
    const { exitCode, output } = await run(app, { KAFKA_MECHANISM: '' });
    expect(output).toMatch(new RegExp(`^${app} did not start\\. KAFKA_MECHANISM: is missing`));
    expect(exitCode).toBe(1);
  });
});

describe.each(APPS_WITH_CACHE)('%s at a Redis that asks for a login', (app) => {
  test('never prints the password of its REDIS_URL, also where that is wrong', async () => {
    const REDIS_URL = stage().environment.REDIS_URL.replace('//', `//kith:${WRONG}@`);
    const { output } = await run(app, { REDIS_URL });
    expect(output).toContain('WRONGPASS');
    expect(output).not.toContain(WRONG);
  });
});

describe('behind TLS', () => {
  test('identity-resolver reaches MongoDB and Redis by certificates of their own', async () => {
    const { caFile, secure } = stage();
    const { exitCode, output } = await run('identity-resolver', { ...secure, NODE_EXTRA_CA_CERTS: caFile });
    expect(output).toContain('identity-resolver listens on ');
    expect(output).toContain('WRONGPASS');
    expect(exitCode).toBe(0);
  });

  test('identity-resolver takes the certificates of MongoDB from its URI', async () => {
    const { caFile, secure } = stage();
    const MONGODB_URI = `${secure.MONGODB_URI}&tlsCAFile=${caFile}`;
    const { exitCode, output } = await run('identity-resolver', { MONGODB_URI });
    expect(output).toContain('identity-resolver listens on ');
    expect(exitCode).toBe(0);
  });

  test('info-ingest does not speak to a Redis that it does not trust, and goes on without', async () => {
    const { REDIS_URL } = stage().secure;
    const { exitCode, output } = await run('info-ingest', { REDIS_URL });
    expect(output).toContain('info-ingest listens on ');
    expect(output).toContain('self-signed certificate');
    expect(output).not.toContain('WRONGPASS');
    expect(exitCode).toBe(0);
  });
});

describe('the MONGODB_URI of identity-resolver', () => {
  test('is not printed where its password is wrong', async () => {
    const uri = stage().environment.MONGODB_URI.replace('//', `//kith:${WRONG}@`);
    const { exitCode, output } = await run('identity-resolver', { MONGODB_URI: `${uri}&authSource=admin` });
    expect(output).toContain('did not start. mongodb: it answered AuthenticationFailed (18)');
    expect(exitCode).toBe(1);
    expect(output).not.toContain(WRONG);
  });

  // By whom it is refused: the setting, the driver, the file that it leads to. Further forms are the adapter's to refuse.
  test.each([
    `mongodb:/kith:${WRONG}@host/kith`,
    `mongodb://kith:${WRONG}%@host/kith`,
    `mongodb://kith:${WRONG}@host/kith?tls=true&tlsCAFile=/nowhere`,
  ])('is not printed where nobody can read it: %s', async (MONGODB_URI) => {
    const { exitCode, output } = await run('identity-resolver', { MONGODB_URI });
    expect(output).toMatch(/^identity-resolver did not start\. MONGODB_URI: /m);
    expect(exitCode).toBe(1);
    expect(output).not.toContain(WRONG);
  });
});

test('a REDIS_URL that nobody can read is not printed', async () => {
  const { exitCode, output } = await run('info-ingest', { REDIS_URL: `redis://kith:${WRONG}@a,b` });
  expect(output).toMatch(/^info-ingest did not start\. REDIS_URL: /m);
  expect(exitCode).toBe(1);
  expect(output).not.toContain(WRONG);
});
