export { openRedisUmidCache } from './open-redis-umid-cache.ts';
export type { RedisTimeouts, RedisUmidCache, RedisUmidCacheOptions } from './open-redis-umid-cache.ts';
