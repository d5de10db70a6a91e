import { Redis } from 'ioredis';
import kafkajs from 'kafkajs';
import { MongoClient } from 'mongodb';
import { expect, test } from 'vitest';
import type { OwnServers } from './own-servers.ts';
import { takeServers } from './shared-servers.ts';

const TOPIC = 'tracking';
const GROUP = 'left-behind';

/** What a suite could leave to the next one. */
const withClients = async <Seen>(
  { environment }: OwnServers,
  work: (mongodb: MongoClient, admin: kafkajs.Admin, redis: Redis) => Promise<Seen>,
): Promise<Seen> => {
  const mongodb = new MongoClient(environment['MONGODB_URI'] ?? '');
  const brokers = [environment['KAFKA_BROKERS'] ?? ''];
  const admin = new kafkajs.Kafka({ brokers, logLevel: kafkajs.logLevel.NOTHING }).admin();
  const redis = new Redis(environment['REDIS_URL'] ?? '');
  await admin.connect();
  try {
    return await work(mongodb, admin, redis);
  } finally {
    await Promise.all([mongodb.close(), admin.disconnect()]);
    redis.disconnect();
  }
};

const leaveSomething = (servers: OwnServers): Promise<void> =>
  withClients(servers, async (mongodb, admin, redis) => {
    await mongodb.db('kith').collection('identity').insertOne({});
    await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: 4 }], waitForLeaders: false });
    await admin.setOffsets({ groupId: GROUP, topic: TOPIC, partitions: [{ partition: 0, offset: '0' }] });
    await redis.set('umid', 'somebody');
  });

const found = (servers: OwnServers) =>
  withClients(servers, async (mongodb, admin, redis) => ({
    identities: await mongodb.db('kith').collection('identity').countDocuments(),
    topics: (await admin.listTopics()).filter((topic) => topic === TOPIC),
    groups: (await admin.listGroups()).groups.filter(({ groupId }) => groupId === GROUP).length,
    keys: await redis.dbsize(),
  }));

test('whoever takes the servers next finds nothing in them', async () => {
  const first = await takeServers();
  await leaveSomething(first);
  expect(await found(first)).toEqual({ identities: 1, topics: [TOPIC], groups: 1, keys: 1 });
  await first.stop();
  const next = await takeServers();
  expect(next.environment).toEqual(first.environment);
  expect(await found(next)).toEqual({ identities: 0, topics: [], groups: 0, keys: 0 });
  await next.stop();
}, 240_000);
