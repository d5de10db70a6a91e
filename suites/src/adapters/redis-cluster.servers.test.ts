import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRedisUmidCache } from '@kith/redis';
import {
  aKnownCustomer,
  defineUmidCacheContract,
  manyOf,
  randomAccount,
  randomUmdid,
  scopeOf,
} from '@kith/testing';
import { startOwnRedisCluster, type RedisCluster } from '../servers/redis-cluster.ts';
import { runQuietly } from '@kith/tools/process';

const started: RedisCluster[] = [];

beforeAll(async () => {
  started.push(await startOwnRedisCluster());
});
afterAll(() => started[0]?.stop());

const open = () => openRedisUmidCache({ url: started[0]!.uri, timeouts: { answer: 5_000, connect: 10_000 } });

describe('on a Redis Cluster,', () => {
  defineUmidCacheContract(async () => {
    const { cache, close } = await open();
    return { adapter: cache, close };
  });

  test('the entries of many devices lie on all nodes, and each is found', async () => {
    const { cache, close } = await open();
    const scope = scopeOf(randomAccount());
    const visitors = manyOf(100, () => aKnownCustomer());
    await Promise.all(visitors.map(({ news }) => cache.remember(scope, news)));
    const known = await Promise.all(
      visitors.map(({ device: { umdid, umid } }) => cache.recognise(scope, umdid, umid)),
    );
    expect(known).toEqual(visitors.map(({ entry }) => entry));
    for (const { uri } of started[0]!.nodes) {
      expect(Number(await runQuietly('redis-cli', ['-u', uri, 'DBSIZE']))).toBeGreaterThan(0);
    }
    await close();
  });

  test('a node that is killed makes misses and no errors', async () => {
    const { cache, close } = await open();
    const scope = scopeOf(randomAccount());
    await cache.remember(scope, aKnownCustomer().news);
    await started[0]!.nodes[0]!.kill();
    const asked = manyOf(50, () => cache.recognise(scope, randomUmdid(), null));
    expect(await Promise.all(asked)).toEqual(manyOf(50, () => null));
    await close();
  });
});
