import { describe, expect, test } from 'vitest';
import {
  aCacheEntry,
  defineUmidCacheContract,
  manyOf,
  randomAccount,
  randomUmdid,
  scopeOf,
} from '@kith/testing';
import { createMemoryUmidCache } from './memory-umid-cache.ts';

const MINUTE_MS = 60_000;

defineUmidCacheContract(async () => ({
  adapter: createMemoryUmidCache({ clock: Date.now, maxEntries: 10_000 }),
  close: async () => undefined,
}));

const cacheAt = (maxEntries = 100) => {
  const time = { now: 0 };
  return { time, cache: createMemoryUmidCache({ clock: () => time.now, maxEntries }) };
};

describe('the umid cache in memory', () => {
  test('keeps an entry five minutes from when it was remembered last', async () => {
    const { time, cache } = cacheAt();
    const [scope, umdid, entry] = [scopeOf(randomAccount()), randomUmdid(), aCacheEntry()];
    await cache.remember(scope, umdid, entry);
    time.now = 4 * MINUTE_MS;
    await cache.remember(scope, umdid, entry);
    time.now = 9 * MINUTE_MS - 1;
    expect((await cache.recognise(scope, umdid, null)).entry).toEqual(entry);
    time.now = 9 * MINUTE_MS;
    expect((await cache.recognise(scope, umdid, null)).entry).toBeNull();
  });

  test('does not keep an entry longer because an older one came in or it was read', async () => {
    const { time, cache } = cacheAt();
    const [scope, umdid] = [scopeOf(randomAccount()), randomUmdid()];
    await cache.remember(scope, umdid, aCacheEntry({ bindingVersion: 2 }));
    time.now = 4 * MINUTE_MS;
    await cache.remember(scope, umdid, aCacheEntry({ bindingVersion: 1 }));
    await cache.recognise(scope, umdid, null);
    time.now = 5 * MINUTE_MS;
    expect((await cache.recognise(scope, umdid, null)).entry).toBeNull();
  });

  test('keeps a redirect ten minutes, longer than any entry', async () => {
    const { time, cache } = cacheAt();
    const [scope, umdid, { umid }] = [scopeOf(randomAccount()), randomUmdid(), aCacheEntry()];
    await cache.redirect(scope, umid);
    time.now = 10 * MINUTE_MS - 1;
    expect((await cache.recognise(scope, umdid, umid)).redirected).toBe(true);
    time.now = 10 * MINUTE_MS;
    expect((await cache.recognise(scope, umdid, umid)).redirected).toBe(false);
  });

  test('forgets first what was used longest ago', async () => {
    const { cache } = cacheAt(3);
    const [scope, devices] = [scopeOf(randomAccount()), manyOf(4, randomUmdid)];
    for (const umdid of devices.slice(0, 3)) await cache.remember(scope, umdid, aCacheEntry());
    await cache.recognise(scope, devices[0]!, null);
    await cache.remember(scope, devices[3]!, aCacheEntry());
    const known = await Promise.all(devices.map((umdid) => cache.recognise(scope, umdid, null)));
    expect(known.map(({ entry }) => entry !== null)).toEqual([true, false, true, true]);
  });
});
