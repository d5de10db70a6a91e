import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRedisUmidCache, type RedisUmidCache } from '@kith/redis';
import type { UmidCache } from '@kith/ports';
import {
  aKnownCustomer,
  defineUmidCacheContract,
  manyOf,
  randomAccount,
  randomUmdid,
  scopeOf,
  temporaryDirectory,
} from '@kith/testing';
import { Redis } from 'ioredis';
import { startOwnRedis } from '@kith/tools/servers';
import { startOwnRedisCluster } from '../servers/redis-cluster.ts';
import { operationsBlock } from './operations-page.ts';

const PASSWORD = 'hunter2-hunter2';
const PATIENT = { answer: 5_000, connect: 5_000 };

/** The ACL file of the page. */
const acl = (await operationsBlock('Redis', 'text')).replaceAll('>PASSWORD', `>${PASSWORD}`);

interface Servers {
  /** One server, or the nodes of a cluster. */
  readonly nodes: readonly string[];
  /** Without a user. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}
const started: Servers[] = [];
const [single, cluster] = [() => started[0]!, () => started[1]!];
const as = (user: string, url: string): string => url.replace('://', `://${user}:${PASSWORD}@`);
const administrator = (node: string): Redis => new Redis(as('default', node));

const startSingle = async (): Promise<Servers> => {
  const { path, remove } = await temporaryDirectory();
  await writeFile(join(path, 'users.acl'), acl);
  const { uri, stop } = await startOwnRedis(process.env, ['--aclfile', join(path, 'users.acl')]);
  return { nodes: [uri], url: uri, stop: () => stop().finally(remove) };
};

const startCluster = async (): Promise<Servers> => {
  const { uri, nodes, stop } = await startOwnRedisCluster();
  for (const node of nodes) {
    const client = new Redis(node.uri);
    for (const line of acl.trim().split('\n'))
      await client.call('ACL', 'SETUSER', ...line.split(' ').slice(1));
    client.disconnect();
  }
  return { nodes: nodes.map((node) => node.uri), url: uri, stop };
};

beforeAll(async () => {
  started.push(...(await Promise.all([startSingle(), startCluster()])));
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

const open = (user: string, { url }: Servers): Promise<RedisUmidCache> =>
  openRedisUmidCache({ url: as(user, url), timeouts: PATIENT });

/** What was refused since the last question: the user and the command or key that it had no right to. */
const refusals = async ({ nodes }: Servers): Promise<readonly string[]> => {
  const refused = await Promise.all(nodes.map(refusalsAt));
  return [...new Set(refused.flat())];
};

const refusalsAt = async (node: string): Promise<readonly string[]> => {
  const client = administrator(node);
  const entries = (await client.call('ACL', 'LOG')) as readonly (readonly string[])[];
  await client.call('ACL', 'LOG', 'RESET');
  client.disconnect();
  return entries.map((entry) => {
    const member = (name: string): string => String(entry[entry.indexOf(name) + 1]);
    return `${member('username')}: ${member('reason')} ${member('object')}`;
  });
};

const rememberMany = async (cache: UmidCache): Promise<void> => {
  const scope = scopeOf(randomAccount());
  const visitors = manyOf(50, () => aKnownCustomer());
  await Promise.all(visitors.map(({ news }) => cache.remember(scope, news)));
  const known = await Promise.all(
    visitors.map(({ device: { umdid, umid } }) => cache.recognise(scope, umdid, umid)),
  );
  expect(known).toEqual(visitors.map(({ entry }) => entry));
};

describe.each([
  ['a Redis', single],
  ['a Redis Cluster', cluster],
])('at %s with the users of the page,', (_, servers) => {
  describe('identity-resolver', () => {
    defineUmidCacheContract(async () => {
      const { cache, close } = await open('kith-identity-resolver', servers());
      return { adapter: cache, close };
    });

    test('needs no privilege more', async () => {
      expect(await refusals(servers())).toEqual([]);
    });
  });

  test('info-ingest remembers devices, knows them again and needs no privilege more', async () => {
    const { cache, close } = await open('kith-info-ingest', servers());
    await rememberMany(cache).finally(close);
    expect(await refusals(servers())).toEqual([]);
  });
});

describe('the users of the page', () => {
  const FOREIGN = [
    ['kith-info-ingest', ['UNLINK', 'kith:x'], 'command unlink'],
    ['kith-info-ingest', ['GET', 'another'], 'key another'],
    ['kith-info-ingest', ['SET', 'another', '1'], 'key another'],
    ['kith-identity-resolver', ['UNLINK', 'another'], 'key another'],
    ['kith-identity-resolver', ['EVAL', "return redis.call('DEL', KEYS[1])", '1', 'kith:x'], 'command del'],
    ...['kith-info-ingest', 'kith-identity-resolver'].flatMap((user) => [
      [user, ['FLUSHALL'], 'command flushall'] as const,
      [user, ['KEYS', '*'], 'command keys'] as const,
      [user, ['CONFIG', 'GET', '*'], 'command config|get'] as const,
      [user, ['ACL', 'LIST'], 'command acl|list'] as const,
    ]),
  ] as const;

  test.each(FOREIGN)('do not let %s call %j', async (user, [command, ...args], refused) => {
    // As the apps' own client: newer servers would refuse what the driver tells of itself, too.
    const client = new Redis(as(user, single().url), { disableClientInfo: true });
    const refusal = /NOPERM|can't run this command|ACL failure in script/;
    await expect(client.call(command, ...args)).rejects.toThrow(refusal);
    client.disconnect();
    expect(await refusals(single())).toEqual([`${user}: ${refused}`]);
  });

  test('let nobody in who has no password', async () => {
    const client = new Redis(single().url, { lazyConnect: true });
    client.on('error', () => undefined);
    await expect(client.get('kith:x')).rejects.toThrow('NOAUTH');
    client.disconnect();
  });
});

test('a wrong password is told without being shown', async () => {
  const told: unknown[] = [];
  const url = as('kith-info-ingest', single().url).replace(PASSWORD, 'a-wrong-one');
  const onError = (error: unknown): void => void told.push(error);
  const { cache, close } = await openRedisUmidCache({
    url,
    onError,
    timeouts: { connect: 300, silence: 300 },
  });
  expect(await cache.recognise(scopeOf(randomAccount()), randomUmdid(), null)).toBeNull();
  await expect.poll(() => told.map(String).join('\n')).toContain('WRONGPASS');
  await close();
  expect(told.map(String).join('\n')).not.toContain('a-wrong-one');
});
