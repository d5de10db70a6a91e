import { beforeAll, describe, expect, test } from 'vitest';
import type { CacheEntry } from '@kith/ports';
import {
  aKnownCustomer,
  defineUmidCacheContract,
  PAST_DEADLINE,
  randomAccount,
  scopeOf,
} from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import type { Redis } from 'ioredis';
import { deviceKey, profileKey } from './redis-umid-cache.ts';
import { plainClient, urlUnderTest } from './cache-under-test.fake.ts';
import { openRedisUmidCache, type RedisUmidCache } from './open-redis-umid-cache.ts';

/** On a busy machine an answer may take longer than a visitor would wait for it. */
const PATIENT = { answer: 5_000, connect: 5_000 };
const MINUTE_MS = 60_000;

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

  const aVisitor = () => {
    const scope = scopeOf(randomAccount());
    const visitor = aKnownCustomer();
    const keys = {
      device: deviceKey(scope.account, visitor.device.umdid),
      profile: profileKey(scope.account, visitor.profile.umid),
    };
    return { scope, ...visitor, keys };
  };
  const recall = ({ scope, device }: ReturnType<typeof aVisitor>): Promise<CacheEntry | null> =>
    cache().recognise(scope, device.umdid, device.umid);
  const minutesOf = async (key: string): Promise<number> => Math.ceil((await client().pttl(key)) / MINUTE_MS);

  test('lets entries live five minutes, changed ones one, and redirects ten', async () => {
    const { scope, news, keys, profile } = aVisitor();
    await cache().remember(scope, news);
    expect([await minutesOf(keys.device), await minutesOf(keys.profile)]).toEqual([5, 5]);
    await cache().tell(scope, { changed: [profile] });
    expect(await minutesOf(keys.profile)).toBe(1);
    await cache().tell(scope, { redirected: [profile.umid] });
    expect(await minutesOf(keys.profile)).toBe(10);
  });

  test('does not keep an entry longer because an older one came in or it was read', async () => {
    const visitor = aVisitor();
    const { scope, device, profile, keys } = visitor;
    const newer = { devices: [{ ...device, bindingVersion: 2 }], profiles: [{ ...profile, version: 2 }] };
    await cache().remember(scope, newer);
    for (const key of Object.values(keys)) await client().pexpire(key, MINUTE_MS);
    await cache().remember(scope, visitor.news);
    expect(await recall(visitor)).toMatchObject({ bindingVersion: 2, profileVersion: 2 });
    for (const key of Object.values(keys)) expect(await client().pttl(key)).toBeLessThanOrEqual(MINUTE_MS);
  });

  test.each(['', 'garbage', '[1,2', '[1,"somebody",9]', '[1]'])(
    'misses on the value %j, and puts an entry in its place',
    async (value) => {
      for (const part of ['device', 'profile'] as const) {
        const visitor = aVisitor();
        await cache().remember(visitor.scope, visitor.news);
        await client().set(visitor.keys[part], value);
        expect(await recall(visitor)).toBeNull();
        await cache().remember(visitor.scope, visitor.news);
        expect(await recall(visitor)).toEqual(visitor.entry);
      }
    },
  );

  test('misses on a value of another type, and puts an entry in its place', async () => {
    const visitor = aVisitor();
    for (const key of Object.values(visitor.keys)) await client().lpush(key, 'a list');
    expect(await recall(visitor)).toBeNull();
    await cache().remember(visitor.scope, visitor.news);
    expect(await recall(visitor)).toEqual(visitor.entry);
  });

  test('writes also where the server has forgotten the script', async () => {
    const visitor = aVisitor();
    await client().script('FLUSH');
    await cache().remember(visitor.scope, visitor.news);
    expect(await recall(visitor)).toEqual(visitor.entry);
  });

  test('does not read what an older version kept', async () => {
    const visitor = aVisitor();
    const { scope, device, profile } = visitor;
    const old = [1, 1, profile.umid, 'visitor', 0, {}];
    await client().set(`kith:{${scope.account}:${device.umdid}}:entry`, JSON.stringify(old));
    expect(await recall(visitor)).toBeNull();
  });

  test('misses where the deadline has passed', async () => {
    const { scope, device, news } = aVisitor();
    await cache().remember(scope, news);
    const late = scopeOf(scope.account, PAST_DEADLINE);
    expect(await cache().recognise(late, device.umdid, device.umid)).toBeNull();
  });
});
