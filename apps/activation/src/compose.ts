import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { KAFKA_AWAY, openKafka } from '@kith/composition/kafka';
import { MONGODB_AWAY, registeringIn } from '@kith/composition/mongodb';
import { createSenders } from '@kith/composition/senders';
import { openDestinationWith, startDestinations } from '@kith/destinations';
import { CHANGES_TOPIC, hasSegments, hasTransforms, TRACKING_TOPIC } from '@kith/contracts';
import { openExpressions } from '@kith/jsonata';
import { openMongodbDestinations } from '@kith/mongodb';
import { serveManagement, steadyClock, type Process } from '@kith/platform';
import type { AppConfig } from './config.ts';

/** Composes activation over MongoDB and Kafka, and starts it; answers with what to tell a person. */
export const start = async (config: AppConfig, process: Process): Promise<string> => {
  const { settings, configuration } = config;
  const { logger, metrics, lifecycle } = process;
  const port = await serveManagement({ settings, ...process });
  const { log, profiles, destinations, tracking } = await openEngines(config, process);
  const isNeeded = configuration.map((one) => hasSegments(one) || hasTransforms(one));
  const { expressions, close } = openExpressions({ isNeeded, logger });
  lifecycle.onClose('expressions', close);
  const senders = createSenders({ configuration, logger });
  const running = startDestinations({
    ...{ configuration, log, profiles, destinations, tracking, expressions, logger, metrics },
    clock: Date.now,
    steadyClock,
    random: Math.random,
    openDestination: openDestinationWith({ senders, expressions, clock: Date.now }),
    // A name that nobody had before: what a killed replica holds is held until its time is over.
    holder: `${hostname()} ${randomUUID()}`,
  });
  lifecycle.onClose('activation', running.stop);
  lifecycle.addCheck('activation', running.isReady, 'a destination is not taken care of: the log says which');
  return `activation listens on ${settings.HOST}:${port}, for its management alone`;
};

const openEngines = async ({ settings }: AppConfig, process: Process) => {
  const { lifecycle } = process;
  const mongodb = await openMongodbDestinations({
    uri: settings.MONGODB_URI,
    appName: 'activation',
    ...registeringIn(process),
  });
  lifecycle.onClose('mongodb', () => mongodb.close());
  lifecycle.addCheck('mongodb', mongodb.isReady, MONGODB_AWAY);
  const kafka = await openKafka(settings, process, {
    clientId: 'kith-activation',
    appends: false,
    topics: {
      [TRACKING_TOPIC]: settings.KAFKA_PARTITIONS,
      [CHANGES_TOPIC]: settings.KAFKA_PARTITIONS,
    },
  });
  lifecycle.addCheck('kafka', kafka.isReady, KAFKA_AWAY);
  return { ...mongodb, log: kafka.log };
};
