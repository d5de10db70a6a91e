import { IDENTITY_RESOLUTION_SECRETS } from '@kith/composition/identity-resolution';
import { type KafkaLog, openKafkaLog } from '@kith/kafka';
import { openMongodbStore } from '@kith/mongodb';
import { ConfigurationError, readKafkaSecurity } from '@kith/platform';
import { type Administrable, type EventLog, type UmidCache, Unavailable } from '@kith/ports';
import { openRedisUmidCache } from '@kith/redis';
import type { Settings } from '../config.ts';
import type { Opened, Place } from './connections.ts';
import { nobodysCache, openConditions, overStore } from './over-store.ts';
import { readKeyring } from './secrets.ts';

/** Profiles in the resolver's own database. */
export const openDatabase = async (place: Place, uri: string): Promise<Opened<Administrable>> => {
  const keyring = await readKeyring(place.settings, IDENTITY_RESOLUTION_SECRETS);
  const cache = await openCache(place);
  try {
    const { close, ...store } = await openMongodbStore({ uri, appName: 'kith' });
    const log = createLogWhenNeeded(place.settings);
    const { expressions, close: closeExpressions } = openConditions();
    const closeAll = (): Promise<void> => {
      closeExpressions();
      return log.close().finally(() => cache.close().finally(close));
    };
    const engines = { ...store, keyring, cache: cache.opened, log: log.opened, expressions };
    return { opened: overStore(place, engines), close: closeAll };
  } catch (error) {
    await cache.close();
    throw error;
  }
};

const openCache = async ({ settings: { REDIS_URL: url } }: Place): Promise<Opened<UmidCache>> => {
  if (url === undefined) return { opened: nobodysCache(), close: async () => undefined };
  const { cache, isReady, close } = await openRedisUmidCache({ url });
  if (isReady()) return { opened: cache, close };
  await close();
  throw new Unavailable(
    'redis',
    'it does not answer; without REDIS_URL the edges learn of changes in five minutes',
  );
};

/** The log of the apps apart, opened with the first record for it: most commands write none. */
const createLogWhenNeeded = (settings: Settings): Opened<Pick<EventLog, 'append'>> => {
  let opening: Promise<KafkaLog> | null = null;
  return {
    opened: {
      append: async (deadline, topic, records) => {
        opening ??= openLog(settings);
        await (await opening).log.append(deadline, topic, records);
      },
    },
    close: async () => {
      const log = await opening?.catch(() => null);
      await log?.close();
    },
  };
};

/** The topics are the resolver's to make. */
const openLog = async (settings: Settings): Promise<KafkaLog> => {
  const { KAFKA_BROKERS: brokers } = settings;
  if (brokers === undefined)
    throw new ConfigurationError(['KAFKA_BROKERS: is missing: the log to replay into']);
  return openKafkaLog({
    brokers,
    security: await readKafkaSecurity(settings),
    clientId: 'kith',
    topics: {},
  });
};
