import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { RunningServer } from '../../servers/running-server.ts';
import { RESOLVERS, type SoakSuite } from './soak-suite.ts';

/** One thing that goes wrong, and is mended again. */
export interface SoakFault {
  readonly name: string;
  happen(suite: SoakSuite): Promise<void>;
}

const STOPPED_MS = 5_000;
const [FIRST, SECOND] = RESOLVERS;

const stoppedFor = async (server: RunningServer): Promise<void> => {
  await server.pause();
  await setTimeout(STOPPED_MS).finally(() => server.resume());
};

const killed = async (suite: SoakSuite, name: string): Promise<void> => {
  suite.leave(name);
  await suite.apps[name]!.kill();
  await suite.apps[name]!.restart();
};

/** In their turn, again and again. */
export const SOAK_FAULTS: readonly SoakFault[] = [
  {
    name: 'resolver killed',
    happen: async (suite) => {
      await killed(suite, FIRST);
      suite.join(FIRST);
    },
  },
  { name: 'Redis emptied', happen: ({ servers }) => emptied(servers.redis.uri) },
  { name: 'Kafka stopped', happen: ({ servers }) => stoppedFor(servers.kafka) },
  { name: 'edge killed', happen: (suite) => killed(suite, 'info-ingest') },
  { name: 'primary stepped down', happen: ({ servers }) => servers.mongodb.stepDown() },
  { name: 'Redis stopped', happen: ({ servers }) => stoppedFor(servers.redis) },
  {
    name: 'one resolver removed',
    happen: async (suite) => {
      suite.leave(SECOND);
      await suite.apps[SECOND]!.stop();
      await setTimeout(STOPPED_MS);
      await suite.apps[SECOND]!.restart();
      suite.join(SECOND);
    },
  },
  { name: 'MongoDB stopped', happen: ({ servers }) => stoppedFor(servers.mongodb) },
];

const emptied = async (url: string): Promise<void> => {
  const redis = new Redis(url);
  try {
    await redis.flushall();
  } finally {
    redis.disconnect();
  }
};

const PROBE_MS = 100;
const HEALED_MS = 90_000;

/** Waits until every app is ready again; throws where one is not in time. */
export const untilHealed = async ({ apps }: SoakSuite): Promise<void> => {
  const until = performance.now() + HEALED_MS;
  for (const { name, managementUrl } of Object.values(apps)) {
    while (!(await isReady(managementUrl))) {
      if (performance.now() > until) throw new Error(`${name} is not ready ${HEALED_MS} ms after a fault`);
      await setTimeout(PROBE_MS);
    }
  }
};

const isReady = async (managementUrl: string): Promise<boolean> => {
  const answer = await fetch(`${managementUrl}/readyz`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status === 200;
};
