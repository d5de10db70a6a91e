import { IDENTITY_RESOLUTION_SECRETS } from '@kith/composition/identity-resolution';
import { openMongodbStore } from '@kith/mongodb';
import { Unavailable, type UmidCache, type Administrable } from '@kith/ports';
import { openRedisUmidCache } from '@kith/redis';
import type { Opened, Place } from './connections.ts';
import { createLogWhenNeeded } from './log-when-needed.ts';
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
