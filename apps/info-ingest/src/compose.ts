import { TRACKING_TOPIC } from '@kith/contracts';
import { createInfoIngest, createOpenApiFront, INFO_INGEST_SECRETS } from '@kith/info-ingest';
import { openKafkaLog } from '@kith/kafka';
import {
  createClientAddress,
  createKeyring,
  readKafkaSecurity,
  readSecretsFile,
  serve,
  serveManagement,
} from '@kith/platform';
import type { Process } from '@kith/platform';
import { openRedisUmidCache } from '@kith/redis';
import { createResolverClient } from '@kith/resolver-http';
import type { AppConfig } from './config.ts';

const SECRETS = [...INFO_INGEST_SECRETS, 'resolver'];

/** Composes the edge over Redis, Kafka and the resolver, and starts it; answers with what to tell a person. */
export const start = async (config: AppConfig, process: Process): Promise<string> => {
  const { settings, configuration } = config;
  const keyring = createKeyring(await readSecretsFile(settings.SECRETS_FILE, SECRETS));
  const { logger, lifecycle } = process;
  const serving = { settings, ...process };
  await serveManagement(serving);
  const redis = await openRedisUmidCache({
    url: settings.REDIS_URL,
    onError: (error) => logger.warn({ error }, 'the cache does not answer: everything goes on, slower'),
  });
  lifecycle.onClose('redis', () => redis.close());
  const kafka = await openKafkaLog({
    brokers: settings.KAFKA_BROKERS,
    security: await readKafkaSecurity(settings),
    clientId: 'kith-info-ingest',
    topics: { [TRACKING_TOPIC]: settings.KAFKA_PARTITIONS },
    onError: (error, about) => logger.warn({ error, ...about }, 'the log does not answer and is tried again'),
  });
  lifecycle.onClose('kafka', () => kafka.close());
  const resolver = createResolverClient({ url: settings.RESOLVER_URL, keyring, clock: Date.now });
  lifecycle.onClose('resolver', () => resolver.close());
  const clientAddress = createClientAddress(settings.TRUSTED_PROXIES);
  const engines = { cache: redis.cache, log: kafka.log, resolver };
  const front = createInfoIngest({ configuration, ...engines, keyring, clientAddress, ...serving });
  const fronts = [front, createOpenApiFront()];
  const port = await serve(serving, { ...configuration.current().limits, fronts });
  return `info-ingest listens on ${settings.HOST}:${port}`;
};
