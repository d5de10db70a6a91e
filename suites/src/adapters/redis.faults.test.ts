import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { openRedisUmidCache, type RedisUmidCache } from '@kith/redis';
import { aKnownCustomer, manyOf, randomAccount, scopeOf } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { startOwnRedis, type RunningServer } from '@kith/tools/servers';
import { runQuietly } from '@kith/tools/process';

const started: { readonly server: RunningServer; readonly redis: RedisUmidCache }[] = [];
const server = (): RunningServer => started[0]!.server;
const cache = () => started[0]!.redis.cache;

const endings = useEndings();
beforeAll(async () => {
  const own = await startOwnRedis();
  endings.push(() => own.stop());
  const timeouts = { answer: 1_000, silence: 2_000, retry: 100 };
  const redis = await openRedisUmidCache({ url: own.uri, timeouts });
  endings.push(() => redis.close());
  started.push({ server: own, redis });
});

const scope = scopeOf(randomAccount());
const { device, news } = aKnownCustomer();

const recall = () => cache().recognise(scope, device.umdid, device.umid);

const PATIENCE = { tries: 1_000, pauseMs: 25 };

/** Remembers the device until it is known: the connection comes back by itself. */
const rememberInTheEnd = async (): Promise<void> => {
  for (let tries = 0; tries < PATIENCE.tries; tries += 1) {
    await cache().remember(scope, news);
    if ((await recall()) !== null) return;
    await pause(PATIENCE.pauseMs);
  }
  throw new Error('the cache does not come back');
};

const askMany = () => Promise.all(manyOf(50, recall));

describe('a Redis that is hurt', () => {
  test('is a miss when it was flushed, and remembers again', async () => {
    await rememberInTheEnd();
    await runQuietly('redis-cli', ['-u', server().uri, '-e', 'FLUSHALL']);
    expect(await askMany()).toEqual(manyOf(50, () => null));
    await rememberInTheEnd();
  });

  test('is a miss while it is killed, and remembers again when it is back', async () => {
    await rememberInTheEnd();
    await server().kill();
    expect(await askMany()).toEqual(manyOf(50, () => null));
    await cache().remember(scope, news);
    await server().restart();
    await rememberInTheEnd();
  });

  test('is a miss while it is paused, and knows again what it knew', async () => {
    await rememberInTheEnd();
    await server().pause();
    expect(await askMany()).toEqual(manyOf(50, () => null));
    server().resume();
    await rememberInTheEnd();
  });
});
