import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  aKnownCustomer,
  createCuttableProxy,
  manyOf,
  randomAccount,
  randomUmdid,
  randomUmid,
  scopeOf,
  type CuttableProxy,
} from '@kith/testing';
import type { Umid } from '@kith/domain/identity';
import type { Scope } from '@kith/ports';
import { redisPlace, urlThrough } from './cache-under-test.fake.ts';
import { openRedisUmidCache, type RedisTimeouts, type RedisUmidCache } from './open-redis-umid-cache.ts';

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

/** On a busy machine an answer may come too late, and is a miss: it is asked again. */
const remembersAndKnows = async ({ cache }: RedisUmidCache, scope: Scope): Promise<void> => {
  const { device, news, entry } = aKnownCustomer();
  const known: unknown[] = [];
  await until(async () => {
    await cache.remember(scope, news);
    known.push(await cache.recognise(scope, device.umdid, device.umid));
    return known.at(-1) !== null;
  });
  expect(known.at(-1)).toEqual(entry);
};

const outages = ['cut', 'stall'] as const;

describe.each(outages)('a Redis behind a connection that is lost (%s)', (outage) => {
  const lostTo = async () => {
    const { proxy, redis } = await open({ answer: 1_000, silence: 1_500, retry: 100 });
    const scope = scopeOf(randomAccount());
    const visitor = aKnownCustomer();
    await redis.cache.tell(scope, visitor.news);
    const bystander = aKnownCustomer();
    await redis.cache.tell(scope, bystander.news);
    const recall = (who = visitor) => redis.cache.recognise(scope, who.device.umdid, who.device.umid);
    /** What the server does not say, and what is not there, look the same. */
    const isBack = () => until(async () => (await recall(bystander)) !== null);
    return { cache: redis.cache, proxy, scope, ...visitor, recall, isBack };
  };

  test('is a miss and never an error, and is well afterwards', async () => {
    const { proxy, cache, scope, recall, isBack, entry, news } = await lostTo();
    expect(await recall()).toEqual(entry);
    proxy[outage]();
    expect(await Promise.all(manyOf(20, () => recall()))).toEqual(manyOf(20, () => null));
    await cache.remember(scope, news);
    proxy.mend();
    await isBack();
    expect(await recall()).toEqual(entry);
  });

  test('gets in the end what was committed, and of several versions the newest', async () => {
    const { proxy, cache, scope, profile, entry, recall } = await lostTo();
    proxy[outage]();
    for (const version of [2, 4, 3])
      await cache.tell(scope, { changed: [{ ...profile, permissions: { [`P${version}`]: true }, version }] });
    proxy.mend();
    await until(async () => (await recall())?.profileVersion === 4);
    expect(await recall()).toEqual({ ...entry, permissions: { P4: true }, profileVersion: 4 });
  });

  test('gets in the end that a umid is redirected, and nothing that is told of it undoes that', async () => {
    const { proxy, cache, scope, profile, recall, isBack } = await lostTo();
    proxy[outage]();
    await cache.tell(scope, { redirected: [profile.umid] });
    await cache.tell(scope, { profiles: [{ ...profile, version: 9 }] });
    proxy.mend();
    await isBack();
    await until(async () => (await recall()) === null);
    await cache.tell(scope, { profiles: [{ ...profile, version: 10 }] });
    expect(await recall()).toBeNull();
  });

  test('gets in the end that devices are forgotten', async () => {
    const { proxy, cache, scope, device, recall, isBack } = await lostTo();
    proxy[outage]();
    await cache.forget(scope, [device.umdid]);
    proxy.mend();
    await isBack();
    await until(async () => (await recall()) === null);
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
    await remembersAndKnows(redis, scope);
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
      manyOf(100, () => null),
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
    const scope = scopeOf(randomAccount());
    expect(await redis.cache.recognise(scope, randomUmdid(), null)).toBeNull();
    proxy.mend();
    await until(redis.isReady);
    await remembersAndKnows(redis, scope);
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

  test('is one round trip where cookies name the umids of the entries, and two where they do not', async () => {
    const { proxy, redis } = await open({ answer: 5_000 });
    const scope = scopeOf(randomAccount());
    const visitors = manyOf(20, () => aKnownCustomer());
    await Promise.all(visitors.map(({ news }) => redis.cache.remember(scope, news)));
    const tripsOf = async (hintOf: (umid: Umid) => Umid): Promise<number> => {
      const before = proxy.pieces;
      const asked = visitors.map(({ device: { umdid, umid } }) =>
        redis.cache.recognise(scope, umdid, hintOf(umid)),
      );
      expect(await Promise.all(asked)).toEqual(visitors.map(({ entry }) => entry));
      return proxy.pieces - before;
    };
    expect(await tripsOf((umid) => umid)).toBe(1);
    expect(await tripsOf(() => randomUmid())).toBe(2);
  });
});

describe('what many callers tell at once', () => {
  test('is one round trip, of each of them whatever it tells', async () => {
    const { proxy, redis } = await open({ answer: 5_000 });
    const scope = scopeOf(randomAccount());
    const tellMany = async (): Promise<number> => {
      const before = proxy.pieces;
      await Promise.all(
        manyOf(20, () => {
          const { news, profile } = aKnownCustomer();
          const [changed, redirected] = [[{ ...profile, umid: randomUmid() }], [randomUmid()]];
          return redis.cache.tell(scope, { ...news, changed, redirected });
        }),
      );
      return proxy.pieces - before;
    };
    // The server may not have the script yet.
    await tellMany();
    expect(await tellMany()).toBe(1);
  });
});
