import { createCallMetrics, type Process } from '@kith/platform';
import { type UmidCache } from '@kith/ports';
import { openRedisUmidCache } from '@kith/redis';

/** Opens the cache of an app, which is closed with it; an app can do its work without. */
export const openRedis = async (url: string, { logger, lifecycle, metrics }: Process): Promise<UmidCache> => {
  const redis = await openRedisUmidCache({
    url,
    calls: createCallMetrics(metrics, 'redis', 'any'),
    onError: (error) => logger.warn({ error }, 'the cache does not answer: everything goes on, slower'),
  });
  const isAway = (): boolean => !redis.isReady();
  metrics.gauge('kith_cache_up', '1 while the cache is connected and answers, else 0', [], () =>
    isAway() ? 0 : 1,
  );
  lifecycle.addNote('the cache does not answer: returning visitors are looked up by the resolver', isAway);
  lifecycle.onClose('redis', () => redis.close());
  return redis.cache;
};
