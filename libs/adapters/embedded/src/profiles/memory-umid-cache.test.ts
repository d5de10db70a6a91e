import { describe, expect, test } from 'vitest';
import { aKnownCustomer, defineUmidCacheContract, manyOf, randomAccount, scopeOf } from '@kith/testing';
import { createMemoryUmidCache } from './memory-umid-cache.ts';

const MINUTE_MS = 60_000;

defineUmidCacheContract(async () => ({
  adapter: createMemoryUmidCache({ clock: Date.now, maxEntries: 10_000 }),
  close: async () => undefined,
}));

const cacheAt = (maxEntries = 100) => {
  const time = { now: 0 };
  const scope = scopeOf(randomAccount());
  const cache = createMemoryUmidCache({ clock: () => time.now, maxEntries });
  const visitor = aKnownCustomer();
  const isKnown = async ({ device } = visitor): Promise<boolean> =>
    (await cache.recognise(scope, device.umdid, null)) !== null;
  return { time, scope, cache, visitor, isKnown };
};

describe('the umid cache in memory', () => {
  test('keeps entries five minutes from when they were told last', async () => {
    const { time, scope, cache, visitor, isKnown } = cacheAt();
    await cache.remember(scope, visitor.news);
    time.now = 4 * MINUTE_MS;
    await cache.remember(scope, visitor.news);
    time.now = 9 * MINUTE_MS - 1;
    expect(await isKnown()).toBe(true);
    time.now = 9 * MINUTE_MS;
    expect(await isKnown()).toBe(false);
  });

  test.each(['device', 'profile'])(
    'does not keep a %s longer because an older one came in or it was read',
    async (part) => {
      const { time, scope, cache, visitor, isKnown } = cacheAt();
      const [{ device, profile }, isDevice] = [visitor, part === 'device'];
      const newer = { devices: [{ ...device, bindingVersion: 2 }], profiles: [{ ...profile, version: 2 }] };
      await cache.remember(scope, newer);
      time.now = 4 * MINUTE_MS;
      await cache.remember(scope, isDevice ? { profiles: newer.profiles } : { devices: newer.devices });
      await cache.remember(scope, isDevice ? { devices: [device] } : { profiles: [profile] });
      expect(await isKnown()).toBe(true);
      time.now = 5 * MINUTE_MS;
      expect(await isKnown()).toBe(false);
    },
  );

  test('keeps a profile that changed without a request for a minute, and then asks the resolver', async () => {
    const { time, scope, cache, visitor, isKnown } = cacheAt();
    await cache.remember(scope, visitor.news);
    await cache.tell(scope, { changed: [{ ...visitor.profile, version: 2 }] });
    time.now = MINUTE_MS - 1;
    expect(await isKnown()).toBe(true);
    time.now = MINUTE_MS;
    expect(await isKnown()).toBe(false);
  });

  test('keeps a redirect ten minutes, longer than any entry', async () => {
    const { time, scope, cache, visitor, isKnown } = cacheAt();
    await cache.tell(scope, { redirected: [visitor.profile.umid] });
    time.now = 10 * MINUTE_MS - 1;
    await cache.tell(scope, visitor.news);
    expect(await isKnown()).toBe(false);
    time.now = 10 * MINUTE_MS;
    await cache.tell(scope, visitor.news);
    expect(await isKnown()).toBe(true);
  });

  test('forgets first what was used longest ago', async () => {
    const { scope, cache, isKnown } = cacheAt(3);
    const visitors = manyOf(4, () => aKnownCustomer());
    for (const { news } of visitors.slice(0, 3)) await cache.remember(scope, news);
    await isKnown(visitors[0]);
    await cache.remember(scope, visitors[3]!.news);
    expect(await Promise.all(visitors.map((one) => isKnown(one)))).toEqual([true, false, true, true]);
  });
});
