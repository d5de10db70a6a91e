import { beforeAll, describe, expect, test } from 'vitest';
import type { CacheEntry } from '@kith/ports';
import {
  aCacheEntry,
  defineUmidCacheContract,
  PAST_DEADLINE,
  randomAccount,
  randomUmdid,
  scopeOf,
} from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import type { Redis } from 'ioredis';
import { entryKey, redirectKey } from './cache-keys.ts';
import { plainClient, urlUnderTest } from './cache-under-test.fake.ts';
import { openRedisUmidCache, type RedisUmidCache } from './open-redis-umid-cache.ts';

/** On a busy machine an answer may take longer than a visitor would wait for it. */
const PATIENT = { answer: 5_000, connect: 5_000 };
const MINUTE_MS = 60_000;
const MISS = { entry: null, redirected: false };

const openPatiently = (): Promise<RedisUmidCache> =>
  openRedisUmidCache({ url: urlUnderTest(), timeouts: PATIENT });

defineUmidCacheContract(async () => {
  const { cache, close } = await openPatiently();
  return { adapter: cache, close };
});

describe('the umid cache in Redis', () => {
  const opened: { readonly redis: RedisUmidCache; readonly client: Redis }[] = [];
  const cache = () => opened[0]!.redis.cache;
  const client = () => opened[0]!.client;

  const endings = useEndings();
  beforeAll(async () => {
    const redis = await openPatiently();
    endings.push(() => redis.close());
    opened.push({ redis, client: plainClient() });
    endings.push(() => client().disconnect());
  });

  const aDevice = () => {
    const [scope, umdid] = [scopeOf(randomAccount()), randomUmdid()];
    return { scope, umdid, key: entryKey(scope.account, umdid) };
  };
  const recall = async (device: ReturnType<typeof aDevice>): Promise<CacheEntry | null> =>
    (await cache().recognise(device.scope, device.umdid, null)).entry;

  test('lets entries live five minutes and redirects ten', async () => {
    const { scope, umdid, key } = aDevice();
    const { umid } = aCacheEntry();
    await cache().remember(scope, umdid, aCacheEntry());
    await cache().redirect(scope, umid);
    const [entryMs, redirectMs] = [
      await client().pttl(key),
      await client().pttl(redirectKey(scope.account, umid)),
    ];
    expect([Math.ceil(entryMs / MINUTE_MS), Math.ceil(redirectMs / MINUTE_MS)]).toEqual([5, 10]);
  });

  test('does not keep an entry longer because an older one came in or it was read', async () => {
    const device = aDevice();
    await cache().remember(device.scope, device.umdid, aCacheEntry({ bindingVersion: 2 }));
    await client().pexpire(device.key, MINUTE_MS);
    await cache().remember(device.scope, device.umdid, aCacheEntry({ bindingVersion: 1 }));
    await recall(device);
    expect(await client().pttl(device.key)).toBeLessThanOrEqual(MINUTE_MS);
  });

  test.each(['', 'garbage', '[1,2', '[9,9,"somebody","visitor",0,{}]'])(
    'misses on the value %j, and puts an entry in its place',
    async (value) => {
      const device = aDevice();
      const entry = aCacheEntry({ bindingVersion: 10 });
      await client().set(device.key, value);
      expect(await cache().recognise(device.scope, device.umdid, entry.umid)).toEqual(MISS);
      await cache().remember(device.scope, device.umdid, entry);
      expect(await recall(device)).toEqual(entry);
    },
  );

  test('misses on a value of another type, and puts an entry in its place', async () => {
    const device = aDevice();
    const entry = aCacheEntry();
    await client().lpush(device.key, 'a list');
    expect(await recall(device)).toBeNull();
    await cache().remember(device.scope, device.umdid, entry);
    expect(await recall(device)).toEqual(entry);
  });

  test('writes also where the server has forgotten the script', async () => {
    const device = aDevice();
    const entry = aCacheEntry();
    await client().script('FLUSH');
    await cache().remember(device.scope, device.umdid, entry);
    expect(await recall(device)).toEqual(entry);
  });

  test('misses where the deadline has passed', async () => {
    const device = aDevice();
    await cache().remember(device.scope, device.umdid, aCacheEntry());
    const late = scopeOf(device.scope.account, PAST_DEADLINE);
    expect(await cache().recognise(late, device.umdid, null)).toEqual(MISS);
  });
});
