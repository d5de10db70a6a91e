import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  aCacheEntry,
  createCuttableProxy,
  manyOf,
  randomAccount,
  randomUmdid,
  randomUmid,
  scopeOf,
  type CuttableProxy,
} from '@kith/testing';
import { redisPlace, urlThrough } from './cache-under-test.fake.ts';
import { openRedisUmidCache, type RedisTimeouts, type RedisUmidCache } from './open-redis-umid-cache.ts';

const MISS = { entry: null, redirected: false };

interface Made {
  readonly proxy: CuttableProxy;
  readonly redis: RedisUmidCache;
  readonly errors: string[];
}

const made: Made[] = [];

const open = async (timeouts: Partial<RedisTimeouts>): Promise<Made> => {
  const proxy = await createCuttableProxy(redisPlace());
  const errors: string[] = [];
  const onError = (error: unknown): void => void errors.push(String(error));
  const redis = await openRedisUmidCache({ url: urlThrough(proxy), onError, timeouts });
  made.push({ proxy, redis, errors });
  return made.at(-1)!;
};

beforeEach(() => void made.splice(0));
afterEach(async () => {
  for (const { proxy, redis } of made) {
    await redis.close();
    await proxy.close();
  }
});

/** Asks until the answer is yes; turns of the loop in between let the connection come back. */
const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
};

const outages = ['cut', 'stall'] as const;

describe.each(outages)('a Redis behind a connection that is lost (%s)', (outage) => {
  test('is a miss and never an error, and is well afterwards', async () => {
    const { proxy, redis } = await open({ answer: 1_000, silence: 1_500, retry: 100 });
    const [scope, umdid, entry] = [scopeOf(randomAccount()), randomUmdid(), aCacheEntry()];
    await redis.cache.remember(scope, umdid, entry);
    expect((await redis.cache.recognise(scope, umdid, entry.umid)).entry).toEqual(entry);
    proxy[outage]();
    const asked = manyOf(20, () => redis.cache.recognise(scope, umdid, entry.umid));
    expect(await Promise.all(asked)).toEqual(manyOf(20, () => MISS));
    const newer = aCacheEntry({ bindingVersion: 2 });
    await redis.cache.remember(scope, umdid, newer);
    proxy.mend();
    const recall = () => redis.cache.recognise(scope, umdid, entry.umid);
    await until(async () => (await recall()).entry !== null);
    expect([entry, newer]).toContainEqual((await recall()).entry);
  });

  test('gets in the end what it must not miss: redirects and removals', async () => {
    const { proxy, redis } = await open({ answer: 1_000, silence: 1_500, retry: 100 });
    const [scope, umdid, absorbed] = [scopeOf(randomAccount()), randomUmdid(), randomUmid()];
    await redis.cache.remember(scope, umdid, aCacheEntry());
    proxy[outage]();
    await redis.cache.redirect(scope, absorbed);
    await redis.cache.forget(scope, umdid);
    proxy.mend();
    await until(async () => {
      const known = await redis.cache.recognise(scope, umdid, absorbed);
      return known.redirected && known.entry === null;
    });
  });
});

describe('a Redis that does not answer', () => {
  test('is left alone after some calls, which is told once, and found again', async () => {
    const { proxy, redis, errors } = await open({ answer: 100, silence: 60_000, retry: 50 });
    const [scope, umdid] = [scopeOf(randomAccount()), randomUmdid()];
    proxy.stall();
    // One after the other: what is asked at once is one call.
    const calls = async (): Promise<void> => {
      for (let made = 0; made < 10; made += 1) await redis.cache.recognise(scope, umdid, randomUmid());
    };
    await calls();
    expect(redis.isReady()).toBe(false);
    await calls();
    expect(errors.filter((error) => error.includes('does not answer'))).toHaveLength(1);
    proxy.mend();
    await until(async () => {
      await redis.cache.recognise(scope, umdid, null);
      return redis.isReady();
    });
    const entry = aCacheEntry();
    await redis.cache.remember(scope, umdid, entry);
    expect((await redis.cache.recognise(scope, umdid, entry.umid)).entry).toEqual(entry);
  });

  test('is not asked at all while it is known to be away', async () => {
    const { proxy, redis } = await open({ answer: 100, silence: 60_000, retry: 3_600_000 });
    const [scope, umdid] = [scopeOf(randomAccount()), randomUmdid()];
    proxy.stall();
    while (redis.isReady()) await redis.cache.recognise(scope, umdid, null);
    const heldBack = proxy.pieces;
    proxy.mend();
    await until(() => proxy.pieces > heldBack);
    const before = proxy.pieces;
    expect(await Promise.all(manyOf(100, () => redis.cache.recognise(scope, umdid, null)))).toEqual(
      manyOf(100, () => MISS),
    );
    expect(proxy.pieces).toBe(before);
  });
});

describe('a Redis that is not there at the start', () => {
  test('is found when it comes', async () => {
    const proxy = await createCuttableProxy(redisPlace());
    proxy.cut();
    const redis = await openRedisUmidCache({ url: urlThrough(proxy), timeouts: { answer: 1_000 } });
    made.push({ proxy, redis, errors: [] });
    const [scope, umdid, entry] = [scopeOf(randomAccount()), randomUmdid(), aCacheEntry()];
    expect(await redis.cache.recognise(scope, umdid, null)).toEqual(MISS);
    proxy.mend();
    await until(redis.isReady);
    await redis.cache.remember(scope, umdid, entry);
    expect((await redis.cache.recognise(scope, umdid, entry.umid)).entry).toEqual(entry);
  });
});

describe('what many callers ask at once', () => {
  test('goes to the server together', async () => {
    const { proxy, redis } = await open({ answer: 5_000 });
    const scope = scopeOf(randomAccount());
    await redis.cache.recognise(scope, randomUmdid(), null);
    const before = proxy.pieces;
    await Promise.all(manyOf(200, () => redis.cache.recognise(scope, randomUmdid(), randomUmid())));
    expect(proxy.pieces - before).toBeLessThan(20);
  });

  test('takes one round trip where the cookie names the umid of the entry', async () => {
    const { proxy, redis } = await open({ answer: 5_000 });
    const [scope, umdid, entry] = [scopeOf(randomAccount()), randomUmdid(), aCacheEntry()];
    await redis.cache.remember(scope, umdid, entry);
    const before = proxy.pieces;
    expect(await redis.cache.recognise(scope, umdid, entry.umid)).toEqual({ entry, redirected: false });
    expect(proxy.pieces - before).toBe(1);
  });
});
