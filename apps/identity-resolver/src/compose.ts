import {
  IDENTITY_RESOLUTION_SECRETS,
  SINK_STUCK,
  startIdentityResolution,
} from '@kith/composition/identity-resolution';
import { migratingIn, MONGODB_AWAY } from '@kith/composition/mongodb';
import { KAFKA_AWAY, openKafka } from '@kith/composition/kafka';
import { openRedis } from '@kith/composition/redis';
import {
  CHANGES_TOPIC,
  DEAD_LETTER_TOPIC,
  hasSegments,
  problemPage,
  resolveCalls,
  resolverCalls,
  TRACKING_TOPIC,
} from '@kith/contracts';
import { openExpressions } from '@kith/jsonata';
import { openMongodbStore } from '@kith/mongodb';
import {
  createKeyring,
  createProblemPage,
  readSecretsFile,
  serve,
  serveManagement,
  type Process,
} from '@kith/platform';
import { createSignedFront, serveCalls } from '@kith/remote-calls';
import type { AppConfig } from './config.ts';

const SECRETS = [...IDENTITY_RESOLUTION_SECRETS, 'resolver'];
const DAY_MS = 24 * 60 * 60 * 1000;

/** Composes the resolver over MongoDB, Kafka and Redis, and starts it; answers with what to tell a person. */
export const start = async (config: AppConfig, process: Process): Promise<string> => {
  const { settings, configuration } = config;
  const keyring = createKeyring(await readSecretsFile(settings.SECRETS_FILE, SECRETS));
  const { logger, metrics, lifecycle } = process;
  const serving = { settings, ...process };
  await serveManagement(serving);
  const engines = await openEngines(config, process);
  const { expressions, close } = openExpressions({ isNeeded: configuration.map(hasSegments), logger });
  lifecycle.onClose('expressions', close);
  const resolution = await startIdentityResolution({
    configuration,
    ...engines,
    expressions,
    keyring,
    spoolMaxAgeMs: (settings.SPOOL_MAX_DAYS ?? 0) * DAY_MS,
    logger,
    metrics,
  });
  lifecycle.onClose('identity resolution', resolution.stop);
  lifecycle.addCheck('tracking sink', resolution.isReady, SINK_STUCK);
  const calls = serveCalls({ ...resolveCalls, ...resolverCalls }, resolution);
  const front = createSignedFront({ keyring, clock: Date.now, logger }, calls);
  const port = await serve(serving, {
    ...configuration.current().limits,
    fronts: [front, createProblemPage(problemPage())],
  });
  return `identity-resolver listens on ${settings.HOST}:${port}`;
};

const openEngines = async ({ settings }: AppConfig, process: Process) => {
  const { lifecycle } = process;
  const store = await openMongodbStore({
    uri: settings.MONGODB_URI,
    appName: 'identity-resolver',
    ...migratingIn(settings, process),
  });
  lifecycle.onClose('mongodb', () => store.close());
  lifecycle.addCheck('mongodb', store.isReady, MONGODB_AWAY);
  const kafka = await openKafka(settings, process, {
    clientId: 'kith-identity-resolver',
    sessionTimeoutMs: settings.KAFKA_SESSION_TIMEOUT_MS,
    topics: {
      [TRACKING_TOPIC]: settings.KAFKA_PARTITIONS,
      [CHANGES_TOPIC]: settings.KAFKA_PARTITIONS,
      [DEAD_LETTER_TOPIC]: 1,
    },
  });
  lifecycle.addCheck('kafka', kafka.isReady, KAFKA_AWAY);
  return { ...store, log: kafka.log, cache: await openRedis(settings.REDIS_URL, process) };
};
