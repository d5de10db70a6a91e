import { serversEnvironment } from '../kit/plain-environment.ts';
import { startControlled } from './controlled-process.ts';

export type ServerName = 'mongodb' | 'kafka' | 'redis';

/** A MongoDB, a Kafka and a Redis of one suite's own, which it may hurt. */
export type OwnServers = {
  /** `MONGODB_URI`, `KAFKA_BROKERS` and `REDIS_URL`. */
  readonly environment: Readonly<Record<string, string>>;
  /** SIGKILL; the data stay. */
  readonly kill: (name: ServerName) => Promise<void>;
  /** Starts it again on the same port and data. */
  readonly restart: (name: ServerName) => Promise<void>;
  /** SIGSTOP: connections stay open and nothing answers. */
  readonly pause: (name: ServerName) => Promise<void>;
  readonly resume: (name: ServerName) => Promise<void>;
  /** Makes MongoDB's primary step down for 3 s. */
  readonly stepDown: () => Promise<void>;
  /** With fronts: ends the way to it, and new connections until it is mended. */
  readonly cut: (name: 'mongodb' | 'kafka') => Promise<void>;
  /** With fronts: everything takes up to 60 ms more each way. */
  readonly slow: (name: 'mongodb' | 'kafka') => Promise<void>;
  readonly mend: (name: 'mongodb' | 'kafka') => Promise<void>;
  /** Removes everything that is in them. */
  readonly clear: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const exportLine = /^export (\w+)='(.*)'$/gm;

/**
 * Starts the three on free ports with temporary data, whatever the environment names; with fronts, MongoDB and Kafka are
 * reached by ports that can be cut and slowed.
 */
export const startOwnServers = async (flags: readonly '--fronts'[] = []): Promise<OwnServers> => {
  const started = await startControlled(
    ['tools/dist/servers/main.js', ...flags],
    serversEnvironment(),
    /^export REDIS_URL=/,
  );
  const act = (action: string) => (name: ServerName) => started.command(`${name} ${action}`);
  return {
    environment: Object.fromEntries(
      Array.from(started.banner.matchAll(exportLine), ([, name = '', value = '']) => [name, value]),
    ),
    kill: act('kill'),
    restart: act('restart'),
    pause: act('pause'),
    resume: act('resume'),
    cut: act('cut'),
    slow: act('slow'),
    mend: act('mend'),
    stepDown: () => started.command('mongodb stepdown'),
    clear: () => started.command('servers clear'),
    stop: async () => {
      await started.stop();
    },
  };
};
