import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { CHANGES_TOPIC, DEAD_LETTER_TOPIC, TRACKING_TOPIC } from '@kith/contracts';
import { openKafkaLog, type KafkaLog } from '@kith/kafka';
import { ampleDeadline, createGate, temporaryDirectory } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import kafkajs from 'kafkajs';
import { administerKafka, type KafkaRule, type KafkaSetup } from '../servers/administer-kafka.ts';
import { makeBrokerCertificate } from '../servers/broker-certificate.ts';
import { startKafkaWithUsers, type KafkaWithUsers } from '../servers/kafka-with-users.ts';
import { runQuietly } from '@kith/tools/process';
import { operationsBlock } from './operations-page.ts';

const PASSWORD = 'only for tests';
const EDGE = 'kith-info-ingest';
const RESOLVER = 'kith-identity-resolver';
const ACTIVATION = 'kith-activation';
const GROUP = 'identity-resolver';
const OWN_TOPICS = {
  [EDGE]: [TRACKING_TOPIC],
  [RESOLVER]: [TRACKING_TOPIC, CHANGES_TOPIC, DEAD_LETTER_TOPIC],
  [ACTIVATION]: [TRACKING_TOPIC, CHANGES_TOPIC],
} as const;
type User = keyof typeof OWN_TOPICS;

/** Stands in for a program of Kafka's: writes down what it is called with. */
const RECORDER = '#!/bin/sh\n{ printf "%s\\n" "$(basename "$0")" "$@"; echo; } >>"$RECORD"\n';

/** What the script of the page calls, each call as its program and arguments. */
const callsOf = async (script: string, folder: string): Promise<readonly (readonly string[])[]> => {
  const [programs, record] = [join(folder, 'bin'), join(folder, 'calls')];
  await mkdir(programs);
  for (const name of ['kafka-topics.sh', 'kafka-acls.sh']) {
    await writeFile(join(programs, name), RECORDER, { mode: 0o755 });
  }
  const path = `${programs}${delimiter}${process.env['PATH'] ?? ''}`;
  await runQuietly('env', [`PATH=${path}`, `RECORD=${record}`, 'sh', '-eu', '-c', script]);
  const calls = (await readFile(record, 'utf8')).trim().split('\n\n');
  return calls.map((call) => call.split('\n'));
};

/** The value of an option of a call. */
const option = (call: readonly string[], name: string): string => {
  const index = call.indexOf(`--${name}`);
  if (index < 0) throw new Error(`there is no --${name} in ${call.join(' ')}`);
  return call[index + 1] ?? '';
};

const setupOf = (calls: readonly (readonly string[])[]): KafkaSetup => ({
  topics: Object.fromEntries(
    calls
      .filter(([program]) => program === 'kafka-topics.sh')
      .map((call) => [option(call, 'topic'), Number(option(call, 'partitions'))]),
  ),
  rules: calls.filter(([program]) => program === 'kafka-acls.sh').map(ruleOf),
});

const ruleOf = (call: readonly string[]): KafkaRule => {
  const on = call.includes('--group') ? 'group' : 'topic';
  const operation = option(call, 'operation') as KafkaRule['operation'];
  const isPrefix = call.includes('prefixed');
  return { principal: option(call, 'allow-principal'), operation, on, name: option(call, on), isPrefix };
};

interface Started {
  readonly kafka: KafkaWithUsers;
  readonly setup: KafkaSetup;
}
const started: Started[] = [];
const kafka = (): KafkaWithUsers => started[0]!.kafka;

const endings = useEndings();
beforeAll(async () => {
  const { path, remove } = await temporaryDirectory();
  endings.push(remove);
  const setup = setupOf(await callsOf(await operationsBlock('Kafka', 'sh'), path));
  const certificate = await makeBrokerCertificate(path);
  started.push({
    kafka: await startKafkaWithUsers(
      { [EDGE]: PASSWORD, [RESOLVER]: PASSWORD, [ACTIVATION]: PASSWORD },
      certificate,
    ),
    setup,
  });
  endings.push(() => kafka().stop());
  await administerKafka(kafka().administrator, setup);
});

const login = (username: User) => ({ mechanism: 'scram-sha-512', username, password: PASSWORD }) as const;

const REFUSAL = /not authorized|authorization failed/i;
const isRefusal = (failure: string): boolean => REFUSAL.test(failure);

/** The log as the app of that user opens it; `told` is every failure that it got over. */
const open = async (user: User): Promise<KafkaLog & { readonly told: readonly unknown[] }> => {
  const told: unknown[] = [];
  const log = await openKafkaLog({
    brokers: [kafka().users],
    clientId: user,
    topics: Object.fromEntries(OWN_TOPICS[user].map((topic) => [topic, 1])),
    security: { tls: null, login: login(user) },
    appends: user !== ACTIVATION,
    onError: (error) => told.push(error),
  });
  return { ...log, told };
};

describe('with the users of the page,', () => {
  test('all topics are there before the apps are, and are named once', () => {
    expect(new Set(Object.keys(started[0]!.setup.topics))).toEqual(new Set(OWN_TOPICS[RESOLVER]));
  });

  test('what info-ingest appends comes to identity-resolver, which appends what it makes of it', async () => {
    const [edge, resolver, arrived] = [await open(EDGE), await open(RESOLVER), createGate()];
    const subscription = await resolver.log.subscribe(TRACKING_TOPIC, GROUP, {
      startAt: async () => 0,
      take: async () => arrived.open(),
    });
    await edge.log.append(ampleDeadline(), TRACKING_TOPIC, [{ key: 'k', value: 'v' }]);
    await arrived.passed;
    // To `tracking` it gives back what an administrator has replayed.
    for (const topic of [CHANGES_TOPIC, DEAD_LETTER_TOPIC, TRACKING_TOPIC]) {
      await resolver.log.append(ampleDeadline(), topic, [{ key: 'k', value: 'v' }]);
    }
    await resolver.log.keepFor(ampleDeadline(), DEAD_LETTER_TOPIC, 3_600_000);
    expect(await Promise.all([edge.isReady(), resolver.isReady()])).toEqual([true, true]);
    await subscription.stop();
    await Promise.all([edge.close(), resolver.close()]);
    expect([...edge.told, ...resolver.told].map(String).filter(isRefusal)).toEqual([]);
  });
});

test('activation reads changes and tracking, as a group of each destination', async () => {
  const [resolver, activation] = [await open(RESOLVER), await open(ACTIVATION)];
  for (const topic of OWN_TOPICS[ACTIVATION]) {
    const arrived = createGate();
    const subscription = await activation.log.subscribe(topic, 'activation.demo.hook', {
      startAt: async () => 0,
      take: async () => arrived.open(),
    });
    await resolver.log.append(ampleDeadline(), topic, [{ key: 'k', value: 'v' }]);
    await arrived.passed;
    await subscription.stop();
  }
  await Promise.all([resolver.close(), activation.close()]);
  expect(activation.told.map(String).filter(isRefusal)).toEqual([]);
});

const clientOf = (user: User): kafkajs.Kafka =>
  new kafkajs.Kafka({
    brokers: [kafka().users],
    clientId: user,
    sasl: login(user),
    logLevel: kafkajs.logLevel.NOTHING,
    retry: { retries: 0 },
  });

const append = async (user: User, topic: string): Promise<void> => {
  const producer = clientOf(user).producer({ allowAutoTopicCreation: false });
  await producer.connect();
  await producer.send({ topic, messages: [{ value: 'v' }] }).finally(() => producer.disconnect());
};

const subscribe = async (user: User, topic: string, groupId: string): Promise<void> => {
  const consumer = clientOf(user).consumer({
    groupId,
    retry: { retries: 0, restartOnFailure: async () => false },
  });
  const crashed = new Promise<never>((_, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
  });
  await consumer.connect();
  const running = consumer
    .subscribe({ topic })
    .then(() => consumer.run({ eachMessage: async () => undefined }));
  await Promise.race([running.then(() => crashed), crashed]).finally(() => consumer.disconnect());
};

const keepTopic = async (user: User, topic: string): Promise<void> => {
  const admin = clientOf(user).admin();
  await admin.connect();
  const configEntries = [{ name: 'retention.ms', value: '1' }];
  const resources = [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configEntries }];
  await admin.alterConfigs({ validateOnly: false, resources }).finally(() => admin.disconnect());
};

const removeTopic = async (user: User, topic: string): Promise<void> => {
  const admin = clientOf(user).admin();
  await admin.connect();
  await admin.deleteTopics({ topics: [topic] }).finally(() => admin.disconnect());
};

describe('the users of the page are refused what is not theirs:', () => {
  test.each([
    ['info-ingest appends changes of profiles', () => append(EDGE, CHANGES_TOPIC)],
    ['identity-resolver reads changes of profiles', () => subscribe(RESOLVER, CHANGES_TOPIC, GROUP)],
    ['identity-resolver says how long tracking is kept', () => keepTopic(RESOLVER, TRACKING_TOPIC)],
    ['activation appends changes of profiles', () => append(ACTIVATION, CHANGES_TOPIC)],
    ['activation appends events', () => append(ACTIVATION, TRACKING_TOPIC)],
    ['identity-resolver removes a topic', () => removeTopic(RESOLVER, TRACKING_TOPIC)],
  ])('%s', async (_, attempt) => {
    await expect(attempt()).rejects.toThrow(REFUSAL);
  });

  // The coordinator is known by then: the driver finds none for a group that the user has no right to.
  test.each([
    ['info-ingest reads tracking', () => subscribe(EDGE, TRACKING_TOPIC, GROUP)],
    ['activation reads as the resolver', () => subscribe(ACTIVATION, TRACKING_TOPIC, GROUP)],
    ['identity-resolver reads as another group', () => subscribe(RESOLVER, TRACKING_TOPIC, 'another')],
  ])('%s', async (_, attempt) => {
    await expect(attempt()).rejects.toThrow('Failed to find group coordinator');
  });
});
