import { beforeAll, describe, expect, test } from 'vitest';
import { openKafkaLog, type KafkaLog } from '@kith/kafka';
import type { KafkaSecurity } from '@kith/platform';
import { ampleDeadline, createGate, randomName, temporaryDirectory } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { administerKafka } from '../servers/administer-kafka.ts';
import { makeBrokerCertificate, type BrokerCertificate } from '../servers/broker-certificate.ts';
import { startKafkaWithUsers, type KafkaWithUsers } from '../servers/kafka-with-users.ts';

const PASSWORD = 'the right password';
const WRONG = 'a wrong password';
const TOPIC = 'greetings';
const GROUP = 'readers';
const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

const started: (KafkaWithUsers & BrokerCertificate)[] = [];
const kafka = () => started[0]!;

const endings = useEndings();
beforeAll(async () => {
  const { path, remove } = await temporaryDirectory();
  endings.push(remove);
  const certificate = await makeBrokerCertificate(path);
  const broker = await startKafkaWithUsers({ kith: PASSWORD, stranger: PASSWORD }, certificate);
  endings.push(() => broker.stop());
  started.push({ ...certificate, ...broker });
  const rule = { principal: 'User:kith', operation: 'All' } as const;
  await administerKafka(broker.administrator, {
    topics: { [TOPIC]: 1 },
    rules: [
      { ...rule, on: 'topic', name: TOPIC },
      { ...rule, on: 'group', name: GROUP },
    ],
  });
});

const aLogin = (login: Partial<KafkaSecurity['login']> = {}): KafkaSecurity['login'] => ({
  mechanism: 'scram-sha-512',
  username: 'kith',
  password: PASSWORD,
  ...login,
});

const open = (security: KafkaSecurity, broker = kafka().users): Promise<KafkaLog> =>
  openKafkaLog({ brokers: [broker], clientId: 'login-test', topics: { [TOPIC]: 1 }, security });

/** Whether what is appended comes back to a subscriber, both by this login. */
const carries = async ({ log, close }: KafkaLog): Promise<void> => {
  const [value, found] = [randomName('greeting'), createGate()];
  const subscription = await log.subscribe(TOPIC, GROUP, {
    startAt: async () => 0,
    take: async ({ records }) => {
      if (records.some((record) => record.value === value)) found.open();
    },
  });
  await log.append(ampleDeadline(), TOPIC, [{ key: 'k', value }]);
  await found.passed;
  await subscription.stop();
  await close();
};

const failureOf = async (opening: Promise<KafkaLog>): Promise<{ name: string; message: string }> => {
  try {
    await (await opening).close();
  } catch (error) {
    if (error instanceof Error) return { name: error.name, message: error.message };
    throw error;
  }
  throw new Error('it was opened');
};

describe('a Kafka that asks for a login', () => {
  test.each(MECHANISMS)('carries records for a user that logs in by %s', async (mechanism) => {
    await carries(await open({ tls: null, login: aLogin({ mechanism }) }));
  });

  test.each(MECHANISMS)(
    'refuses a wrong password by %s with a sentence that names the settings',
    async (mechanism) => {
      const login = aLogin({ mechanism, password: WRONG });
      const { name, message } = await failureOf(open({ tls: null, login }));
      expect(name).toBe('ConfigurationError');
      expect(message).toMatch(
        /^KAFKA_USERNAME, KAFKA_PASSWORD_FILE, KAFKA_MECHANISM: the brokers refuse this login \(/,
      );
      expect(message).not.toContain(WRONG);
    },
  );

  test('refuses a user that it does not know in the same way', async () => {
    const { message } = await failureOf(open({ tls: null, login: aLogin({ username: 'nobody' }) }));
    expect(message).toMatch(/^KAFKA_USERNAME, .*: the brokers refuse this login/);
  });

  test('does not listen to who does not log in, which is said', async () => {
    const { name, message } = await failureOf(open({ tls: null, login: null }));
    expect(name).toBe('Unavailable');
    expect(message).toMatch(/do KAFKA_TLS and KAFKA_USERNAME fit the listener/);
  });

  test('that asks nobody refuses a login, which is said', async () => {
    const { message } = await failureOf(open({ tls: null, login: aLogin() }, kafka().administrator));
    expect(message).toMatch(/^KAFKA_USERNAME, .*: the brokers refuse this login/);
  });

  test('tells a user without rights which topic it may not use', async () => {
    const { message } = await failureOf(open({ tls: null, login: aLogin({ username: 'stranger' }) }));
    expect(message).toBe(`KAFKA_USERNAME: this user may neither use nor make the topic ${TOPIC}`);
  });
});

describe('a Kafka behind TLS', () => {
  test('carries records for an app that trusts its certificate', async () => {
    await carries(await open({ tls: { ca: kafka().ca }, login: aLogin() }, kafka().usersByTls));
  });

  test('is not spoken to where its certificate is not trusted', async () => {
    const { message } = await failureOf(open({ tls: { ca: null }, login: aLogin() }, kafka().usersByTls));
    expect(message).toMatch(/^KAFKA_CA_FILE: the brokers are not trusted \(/);
  });

  test.each([
    ['an app without TLS', () => open({ tls: null, login: aLogin() }, kafka().usersByTls)],
    ['an app with TLS, where it has none,', () => open({ tls: { ca: kafka().ca }, login: aLogin() })],
  ])('hangs up on %s, which is said', async (_, opening) => {
    expect((await failureOf(opening())).message).toMatch(/do KAFKA_TLS and KAFKA_USERNAME fit the listener/);
  });
});
