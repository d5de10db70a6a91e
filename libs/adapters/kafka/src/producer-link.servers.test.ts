import { describe, expect, test } from 'vitest';
import { silentLogger } from '@kith/platform';
import { ampleDeadline, manyOf, randomName } from '@kith/testing';
import type { Kafka } from 'kafkajs';
import { createAppendQueue } from './append-queue.ts';
import { createKafkaClient } from './kafka-client.ts';
import { brokersUnderTest } from './log-under-test.fake.ts';
import { createProducerLink } from './producer-link.ts';
import { createTopics } from './topics.ts';

/** A client whose produce requests are counted as they go over the network. */
const countingClient = () => {
  const kafka = createKafkaClient({
    brokers: brokersUnderTest(),
    clientId: 'counting',
    logger: silentLogger,
  });
  const counted = { requests: 0 };
  const producer: Kafka['producer'] = (config) => {
    const made = kafka.producer(config);
    made.on(made.events.REQUEST, ({ payload }) => {
      if (payload.apiName === 'Produce') counted.requests += 1;
    });
    return made;
  };
  return { kafka: { admin: () => kafka.admin(), producer }, counted };
};

describe('appending to Kafka', () => {
  test('carries the records of many callers in few requests', async () => {
    const { kafka, counted } = countingClient();
    const topic = randomName('topic');
    const topics = createTopics(kafka, { topics: {}, otherPartitions: 8, retentionMs: 3_600_000 });
    await topics.ensure([topic]);
    const link = createProducerLink({ kafka, onError: () => undefined });
    const queue = createAppendQueue({ transport: link, lingerMs: 1, mostWaitingBytes: 10_000_000 });
    await Promise.all(
      manyOf(1_000, (index) => queue.append(ampleDeadline(), topic, [{ key: `${index}`, value: 'v' }])),
    );
    await queue.close();
    await link.close();
    expect(counted.requests).toBeGreaterThan(0);
    // A broker each gets one request of the batch.
    expect(counted.requests).toBeLessThanOrEqual(10);
  });
});
