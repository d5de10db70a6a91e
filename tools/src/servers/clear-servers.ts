import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import kafkajs, { type Admin } from 'kafkajs';
import { MongoClient } from 'mongodb';
import type { ServerEnvironment } from './start-servers.ts';

const { Kafka, logLevel } = kafkajs;

const MONGODBS_OWN = new Set(['admin', 'config', 'local']);
/** A broker shows what is gone a little later; a group goes when the last of its members is known to be. */
const PATIENCE = { tries: 1_000, pauseMs: 20 };

/** Removes everything that anybody has put into them, as if they had just been started. */
export const clearServers = async (environment: ServerEnvironment): Promise<void> => {
  await Promise.all([
    clearMongodb(environment.MONGODB_URI),
    clearKafka(environment.KAFKA_BROKERS),
    clearRedis(environment.REDIS_URL),
  ]);
};

const clearMongodb = async (uri: string): Promise<void> => {
  const client = new MongoClient(uri);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    const names = databases.map(({ name }) => name).filter((name) => !MONGODBS_OWN.has(name));
    for (const name of names) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
};

const clearKafka = async (brokers: string): Promise<void> => {
  const admin = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    await until(() => clearGroups(admin));
    const topics = await othersTopics(admin);
    if (topics.length > 0) await admin.deleteTopics({ topics: [...topics] });
    await until(async () => (await othersTopics(admin)).length === 0);
  } finally {
    await admin.disconnect();
  }
};

/** Answers whether none is left. */
const clearGroups = async (admin: Admin): Promise<boolean> => {
  const { groups } = await admin.listGroups();
  if (groups.length === 0) return true;
  // A group that still has members is refused, and asked for again.
  return admin.deleteGroups(groups.map(({ groupId }) => groupId)).then(
    () => true,
    () => false,
  );
};

const othersTopics = async (admin: Admin): Promise<readonly string[]> =>
  (await admin.listTopics()).filter((topic) => !topic.startsWith('__'));

const clearRedis = async (url: string): Promise<void> => {
  const redis = new Redis(url);
  try {
    await redis.flushall();
  } finally {
    redis.disconnect();
  }
};

const until = async (look: () => Promise<boolean>): Promise<void> => {
  for (let tries = 1; !(await look()); tries += 1) {
    if (tries === PATIENCE.tries) throw new Error('Kafka does not let go of topics or groups');
    await setTimeout(PATIENCE.pauseMs);
  }
};
