import { startKafka } from './kafka.ts';
import { startMongodb, type MongodbServer } from './mongodb.ts';
import { startRedis } from './redis.ts';
import type { RunningServer } from './running-server.ts';

/** The variables of the environment that name the three servers. */
export interface ServerEnvironment {
  readonly MONGODB_URI: string;
  readonly KAFKA_BROKERS: string;
  readonly REDIS_URL: string;
}

/** MongoDB, Kafka and Redis, all well. */
export interface Servers {
  readonly environment: ServerEnvironment;
  readonly mongodb: MongodbServer;
  readonly kafka: RunningServer;
  readonly redis: RunningServer;
  stop(): Promise<void>;
}

export interface ServerStarts {
  readonly mongodb: (environment: NodeJS.ProcessEnv) => Promise<MongodbServer>;
  readonly kafka: (environment: NodeJS.ProcessEnv) => Promise<RunningServer>;
  readonly redis: (environment: NodeJS.ProcessEnv) => Promise<RunningServer>;
}

const STARTS: ServerStarts = { mongodb: startMongodb, kafka: startKafka, redis: startRedis };

/** Told in sentences what goes on. */
export type Progress = (line: string) => void;

/**
 * Starts what the environment does not name, all at once. Throws the first failure, `ServerMissing` where a server
 * is not installed, when those that did start have been stopped.
 */
export const startServers = async (
  progress: Progress = () => undefined,
  environment: NodeJS.ProcessEnv = process.env,
  starts: ServerStarts = STARTS,
): Promise<Servers> => {
  const [mongodb, kafka, redis] = await allOrNone<[MongodbServer, RunningServer, RunningServer]>([
    begin('MongoDB', starts.mongodb, progress, environment),
    begin('Kafka', starts.kafka, progress, environment),
    begin('Redis', starts.redis, progress, environment),
  ]);
  return {
    environment: { MONGODB_URI: mongodb.uri, KAFKA_BROKERS: kafka.uri, REDIS_URL: redis.uri },
    mongodb,
    kafka,
    redis,
    stop: () => stopAll([mongodb, kafka, redis]),
  };
};

const begin = async <Server extends RunningServer>(
  name: string,
  start: (environment: NodeJS.ProcessEnv) => Promise<Server>,
  progress: Progress,
  environment: NodeJS.ProcessEnv,
): Promise<Server> => {
  progress(`starting ${name}`);
  const began = performance.now();
  const server = await start(environment);
  progress(`${name} is ready after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  return server;
};

const allOrNone = async <All extends readonly RunningServer[]>(starts: {
  readonly [Which in keyof All]: Promise<All[Which]>;
}): Promise<All> => {
  const outcomes = await Promise.allSettled<RunningServer>(starts);
  try {
    return (await Promise.all<RunningServer>(starts)) as readonly RunningServer[] as All;
  } catch (error) {
    await stopAll(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])));
    throw error;
  }
};

const stopAll = async (servers: readonly RunningServer[]): Promise<void> => {
  await Promise.all(servers.map((server) => server.stop()));
};
