import { createServer, type AddressInfo } from 'node:net';
import { lookup } from 'node:dns';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { deadlineIn, silentLogger } from '@kith/platform';
import type { DestinationSender, Delivery } from '@kith/ports';
import { ampleDeadline, defineDestinationSenderContract, randomName, randomUmid } from '@kith/testing';
import { createKafkaSender } from './create-kafka-sender.ts';
import type { AddressGuard } from './guarded-sockets.ts';
import { createKafkaClient } from './kafka-client.ts';
import { brokersUnderTest } from './log-under-test.fake.ts';
import { partitionOfKey } from './partition-of-key.ts';
import { untilLed } from './topics.ts';

const client = () =>
  createKafkaClient({ brokers: brokersUnderTest(), clientId: 'test', logger: silentLogger });

const ANYWHERE: AddressGuard = {
  lookup: (name, options, callback) => lookup(name, options, callback as never),
  isPermitted: () => true,
};
const NOWHERE: AddressGuard = {
  lookup: (_name, _options, callback) => callback(new Error('no address is permitted'), []),
  isPermitted: () => false,
};

let senders: DestinationSender[] = [];
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.close()));
  senders = [];
});

const senderTo = (topic: string, members: { brokers?: readonly string[]; guard?: AddressGuard } = {}) => {
  const deps = {
    brokers: brokersUnderTest(),
    guard: ANYWHERE,
    security: { tls: null, login: null },
    ...members,
  };
  const sender = createKafkaSender({ ...deps, topic, clientId: randomName('sender') });
  senders.push(sender);
  return sender;
};

const newTopic = async (configEntries: { name: string; value: string }[] = []): Promise<string> => {
  const topic = randomName('customers');
  const admin = client().admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 4, configEntries }], waitForLeaders: false });
  await untilLed(admin, topic);
  await admin.disconnect();
  return topic;
};

const delivery = (payload: unknown): Delivery => ({
  id: randomName('delivery'),
  type: 'kith.tracking.page',
  umid: randomUmid(),
  at: 0,
  payload,
});

interface Read {
  readonly key: string;
  readonly value: unknown;
  readonly id: string;
  readonly type: string;
  readonly partition: number;
}

/** The first `count` records of a topic, read by a consumer as a customer has one. */
const recordsOf = async (topic: string, count: number): Promise<readonly Read[]> => {
  const consumer = client().consumer({ groupId: randomName('group') });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  const records: Read[] = [];
  await new Promise<void>((resolve) => {
    void consumer.run({
      eachMessage: async ({ message, partition }) => {
        records.push({
          key: String(message.key),
          value: JSON.parse(String(message.value)),
          id: String(message.headers?.['id']),
          type: String(message.headers?.['type']),
          partition,
        });
        if (records.length === count) resolve();
      },
    });
  });
  await consumer.disconnect();
  return records;
};

defineDestinationSenderContract(async () => {
  const topic = await newTopic();
  const received = async (count: number): Promise<readonly unknown[]> =>
    (await recordsOf(topic, count)).map(({ value }) => value);
  const unreachable = senderTo('any', { brokers: ['127.0.0.1:9'] });
  return { adapter: { sender: senderTo(topic), received, unreachable }, close: async () => undefined };
});

describe("a sender to a customer's topic", () => {
  test('keys records by umid as every client of Kafka does, with id and type beside the payload', async () => {
    const topic = await newTopic();
    const deliveries = Array.from({ length: 30 }, (_, number) => delivery({ number }));
    expect(await senderTo(topic).send(ampleDeadline(), deliveries)).toEqual({ kind: 'delivered' });
    const records = await recordsOf(topic, 30);
    const byId = new Map(records.map((record) => [record.id, record]));
    for (const { id, umid, type, payload } of deliveries) {
      const partition = partitionOfKey(Buffer.from(umid), 4);
      expect(byId.get(id)).toEqual({ id, type, key: umid, value: payload, partition });
    }
  });

  test('keeps the order of a person over calls that do not wait for one another', async () => {
    const topic = await newTopic();
    const sender = senderTo(topic);
    const { umid } = delivery(null);
    const texts = Array.from({ length: 20 }, (_, number) => `${number}`.padStart(60_000, ' '));
    const calls = texts.map((text) => sender.send(ampleDeadline(), [{ ...delivery(text), umid }]));
    expect(await Promise.all(calls)).toEqual(texts.map(() => ({ kind: 'delivered' })));
    expect((await recordsOf(topic, 20)).map(({ value }) => value)).toEqual(texts);
  });

  test('gives up what the brokers never take', async () => {
    const topic = await newTopic([{ name: 'max.message.bytes', value: '2000' }]);
    expect(await senderTo(topic).send(ampleDeadline(), [delivery('x'.repeat(9_000))])).toEqual({
      kind: 'refused',
      why: 'the brokers take no record of this size',
    });
  });

  test('tries again where the topic is not there, or nobody answers, and says which', async () => {
    const absent = await senderTo(randomName('absent')).send(ampleDeadline(), [delivery(1)]);
    expect(absent).toEqual({ kind: 'retry', why: expect.stringContaining('topic') });
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    const sender = senderTo('any', { brokers: [`127.0.0.1:${port}`] });
    expect(await sender.send(deadlineIn(500), [delivery(1)])).toMatchObject({ kind: 'retry' });
  });

  test('connects to no address that is not permitted, by number or by name', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const brokers = [`127.0.0.1:${port}`, `localhost:${port}`];
    for (const broker of brokers) {
      const sender = senderTo('any', { brokers: [broker], guard: NOWHERE });
      expect(await sender.send(deadlineIn(800), [delivery(1)])).toMatchObject({ kind: 'retry' });
    }
    expect(connections).toBe(0);
    server.close();
  });
});
