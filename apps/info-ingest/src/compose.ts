import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { composeEnrichment } from '@kith/composition/enrichment';
import { openKafka } from '@kith/composition/kafka';
import { openRedis } from '@kith/composition/redis';
import { hasMappings, hasSegments, problemPage, TRACKING_TOPIC } from '@kith/contracts';
import { openEmbeddedSpool } from '@kith/embedded';
import {
  createInfoIngest,
  createOpenApiFront,
  createSpooledLog,
  createTagFront,
  externalHosts,
  INFO_INGEST_SECRETS,
} from '@kith/info-ingest';
import { openExpressions } from '@kith/jsonata';
import { MAX_CONTENT_BYTES } from '@kith/kafka';
import {
  createClientAddress,
  createKeyring,
  createProblemPage,
  readSecretsFile,
  serve,
  serveManagement,
  steadyClock,
  type Process,
} from '@kith/platform';
import type { EventLog, Spool } from '@kith/ports';
import { createResolverClient } from '@kith/remote-calls';
import { readTagScript } from '@kith/web-tag';
import type { AppConfig, Settings } from './config.ts';

const SECRETS = [...INFO_INGEST_SECRETS, 'resolver'];
/** Enough for no two calls of a device to have the same. */
const CALL_ID_BYTES = 9;
/** The number of seeds: 32 bits. */
const SEEDS = 2 ** 32;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Composes the edge over Redis, Kafka and the resolver, and starts it; answers with what to tell a person. */
export const start = async (config: AppConfig, process: Process): Promise<string> => {
  const { settings, configuration } = config;
  const keyring = createKeyring(await readSecretsFile(settings.SECRETS_FILE, SECRETS));
  const { logger, lifecycle } = process;
  const serving = { settings, ...process };
  await serveManagement(serving);
  const cache = await openRedis(settings.REDIS_URL, process);
  const log = await openLog(settings, process);
  const resolver = createResolverClient({
    urls: settings.RESOLVER_URL,
    keyring,
    clock: Date.now,
    metrics: process.metrics,
    newCallId: () => randomBytes(CALL_ID_BYTES).toString('base64url'),
  });
  lifecycle.onClose('resolver', () => resolver.close());
  const isNeeded = configuration.map(
    (one) => hasMappings(one) || hasSegments(one) || externalHosts(one).length > 0,
  );
  const { mapping, expressions, close } = openExpressions({ isNeeded, logger });
  lifecycle.onClose('expressions', close);
  const clientAddress = createClientAddress(settings.TRUSTED_PROXIES);
  const enriching = await composeEnrichment({ configuration, expressions, ...process });
  const engines = { cache, log, resolver, mapping, expressions, ...enriching };
  const chance = { steadyClock, newId: randomUUID, seed: randomInt(SEEDS) };
  const front = createInfoIngest({
    configuration,
    ...engines,
    keyring,
    clientAddress,
    ...chance,
    ...serving,
  });
  const tagScript = await readTagScript();
  const fronts = [
    createTagFront({ configuration, tagScript, logger, steadyClock }, front),
    createOpenApiFront(),
    createProblemPage(problemPage()),
  ];
  const port = await serve(serving, { ...configuration.current().limits, fronts });
  return `info-ingest listens on ${settings.HOST}:${port}`;
};

/** Kafka, with a spool in front of it where there is a directory for one. */
const openLog = async (settings: Settings, process: Process): Promise<EventLog> => {
  const { SPOOL_DIR } = settings;
  if (SPOOL_DIR === undefined) return openTracking(settings, process, false);
  const { spool, close } = await openEmbeddedSpool({
    directory: SPOOL_DIR,
    mostBytes: settings.SPOOL_MAX_BYTES,
    clock: Date.now,
  });
  process.lifecycle.onClose('spool', close);
  return spooled(settings, process, spool, await openTracking(settings, process, true));
};

const openTracking = async (settings: Settings, process: Process, mayBeAway: boolean): Promise<EventLog> => {
  const kafka = await openKafka(settings, process, {
    clientId: 'kith-info-ingest',
    topics: { [TRACKING_TOPIC]: settings.KAFKA_PARTITIONS },
    mayBeAway,
  });
  return kafka.log;
};

const spooled = (
  settings: Settings,
  { logger, lifecycle, metrics }: Process,
  spool: Spool,
  log: EventLog,
): EventLog => {
  const maxAgeMs = settings.SPOOL_MAX_DAYS * DAY_MS;
  const limits = { maxRecordBytes: MAX_CONTENT_BYTES, maxAgeMs };
  const spooledLog = createSpooledLog({ log, spool, ...limits, clock: Date.now, logger, metrics });
  lifecycle.onClose('draining', spooledLog.close);
  lifecycle.addNote('events go to the spool', spooledLog.isSpooling);
  lifecycle.addCheck(
    'the spool is full',
    () => !spooledLog.isFull(),
    'Kafka takes nothing, and the spool takes no more',
  );
  return spooledLog.log;
};
