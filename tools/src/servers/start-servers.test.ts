import { describe, expect, test } from 'vitest';
import { startKafka } from './kafka.ts';
import { startMongodb } from './mongodb.ts';
import { startRedis } from './redis.ts';
import { startServers } from './start-servers.ts';

/** Of a machine that has none of the programs. */
const bare = {
  PATH: '/nonexistent',
  KITH_SERVERS_DIR: '/nonexistent',
  MONGOD_PATH: '',
  REDIS_SERVER_PATH: '',
};

describe.each([
  { name: 'MongoDB', variable: 'MONGODB_URI', value: 'mongodb://db.example.com/', start: startMongodb },
  { name: 'Kafka', variable: 'KAFKA_BROKERS', value: 'kafka.example.com:9092', start: startKafka },
  { name: 'Redis', variable: 'REDIS_URL', value: 'redis://redis.example.com', start: startRedis },
])('$name for the tests', ({ name, variable, value, start }) => {
  test('is what the environment names, which nobody may hurt', async () => {
    const server = await start({ ...bare, [variable]: value });
    expect(server.uri).toBe(value);
    await expect(server.kill()).rejects.toThrow('not ours to stop');
  });

  test('is missing, by its name and with what installs it, where there is neither a name nor a program', async () => {
    const missing = new RegExp(`^${name} is missing: .*Run \\.ci/install-${name.toLowerCase()}`);
    await expect(start(bare)).rejects.toThrow(missing);
    await expect(start({ ...bare, [variable]: '' })).rejects.toThrow(missing);
  });
});

test('where one server is missing, none is started, and the failure says which', async () => {
  const named = { MONGODB_URI: 'mongodb://db.example.com/', KAFKA_BROKERS: 'kafka.example.com:9092' };
  await expect(startServers(undefined, { ...bare, ...named })).rejects.toThrow(/^Redis is missing/);
});
