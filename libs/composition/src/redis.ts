import { type Process } from '@kith/platform';
import { type UmidCache } from '@kith/ports';
import { openRedisUmidCache } from '@kith/redis';

/** Opens the cache of an app, which is closed with it; an app can do its work without. */
export const openRedis = async (url: string, { logger, lifecycle }: Process): Promise<UmidCache> => {
  const redis = await openRedisUmidCache({
    url,
    onError: (error) => logger.warn({ error }, 'the cache does not answer: everything goes on, slower'),
  });
  lifecycle.onClose('redis', () => redis.close());
  return redis.cache;
};
