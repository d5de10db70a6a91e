import { rm } from 'node:fs/promises';
import { extentOf } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { beforeAll, describe, expect, test } from 'vitest';
import { createReplica, type Replica, type ReplicatedApp } from '../faults/replica.ts';
import { fetchAccessToken, fetchOfflineToken, postForm, postGraphql } from '../kit/analyst.ts';
import { eventually } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { patientConfiguration } from '../kit/patient-configuration.ts';
import { newDataDir } from '../kit/standalone.ts';
import { startApart, type Apart } from '../suite/apart.ts';
import { openBalancer, type Balancer } from './balancer.ts';
import { startSteadyLoad, type SteadyLoad } from './steady-load.ts';

const RESTARTS = extentOf({ short: 2, long: 10 });
/** Of three resolvers, one after the other. */
const KILLS = extentOf({ short: 1, long: 3 });
/** Much longer than a balancer believes what it has seen. */
const DRAIN_SECONDS = '3';
/** How many requests come in each state of a replica, at least. */
const BETWEEN = 40;
/** Of each of the two balancers, or of the one edge. */
const PLACES = 4;
const START_MS = 300_000;
const TEST_MS = 600_000;

type Environment = Readonly<Record<string, string>>;
/** One request to an address; null where its answer is as it must be. */
type Ask = (url: string, number: number) => Promise<string | null>;

describe('apps that are restarted and killed under load', () => {
  const endings = useEndings();
  let apart: Apart;
  let common: Environment;

  beforeAll(async () => {
    const folder = await newDataDir();
    endings.push(() => rm(folder, { recursive: true }));
    const CONFIG_FILE = await patientConfiguration(folder);
    apart = await startApart({ CONFIG_FILE, LOG_LEVEL: 'error' });
    endings.push(apart.end);
    const { KAFKA_BROKERS = '', REDIS_URL = '', MONGODB_URI = '' } = apart.servers.environment;
    const { SECRETS_FILE } = apart.byResolver;
    common = {
      ...{ CONFIG_FILE, KAFKA_BROKERS, REDIS_URL, DRAIN_SECONDS, SECRETS_FILE: SECRETS_FILE ?? '' },
      // A killed resolver is started again, and is not ready before its partitions are somebody's.
      KAFKA_SESSION_TIMEOUT_MS: '3000',
      MONGODB_URI: MONGODB_URI.replace('/?', '/kith?'),
      RESOLVER_URL: apart.suite.resolverUrl,
      PUBLIC_URL: apart.suite.authUrl,
      JWKS_URL: `${apart.suite.authUrl}/.well-known/jwks.json`,
    };
  }, START_MS);

  /** The replicas end with the test. */
  const withReplicas = async (
    app: ReplicatedApp,
    env: Environment,
    count: number,
    use: (replicas: readonly Replica[]) => Promise<void>,
  ): Promise<void> => {
    const replicas = await Promise.all(
      Array.from({ length: count }, () => createReplica(app, { ...common, ...env })),
    );
    try {
      await Promise.all(replicas.map(({ start }) => start()));
      await use(replicas);
    } finally {
      await Promise.all(replicas.map(({ kill }) => kill()));
    }
  };

  /** One after the other; requests come while it leaves, and while it is back. */
  const restartAll = async (replicas: readonly Replica[], load: SteadyLoad): Promise<void> => {
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const replica = replicas[restart % replicas.length]!;
      await load.more(BETWEEN);
      // Kubernetes asks for it first; a signal alone does the same.
      if (restart % 2 === 1) await send(replica.managementUrl, '/leave');
      await replica.stop();
      await load.more(BETWEEN);
      await replica.start();
    }
    await load.more(BETWEEN);
  };

  const expectNoneFailed = async (title: string, load: SteadyLoad, least: number): Promise<void> => {
    const { requests, failed } = await load.stop();
    process.stderr.write(`${title}: ${requests} requests, ${failed.length} failed\n`);
    expect(failed).toEqual([]);
    expect(requests).toBeGreaterThanOrEqual(least);
  };

  const restartedBehindBalancers = (app: ReplicatedApp, env: Environment, ask: Ask): Promise<void> =>
    withReplicas(app, env, 2, async (replicas) => {
      const balancers: readonly Balancer[] = await Promise.all([
        openBalancer(replicas, 'kept'),
        openBalancer(replicas, 'new'),
      ]);
      try {
        await Promise.all(balancers.map(({ serves }) => serves()));
        const load = startSteadyLoad(2 * PLACES, (number) => ask(balancers[number % 2]!.url, number));
        await restartAll(replicas, load);
        await expectNoneFailed(`${RESTARTS} restarts of ${app}`, load, RESTARTS * BETWEEN);
      } finally {
        await Promise.all(balancers.map(({ close }) => close()));
      }
    });

  const logIn: Ask = async (url, number) => {
    const body = JSON.stringify({ permission: { 'CS-OPT': true }, data: [{ page: { name: 'shop' } }] });
    const headers = { 'content-type': 'application/json' };
    const path = `/op/web/info?out=json&customerId=leaving-${number}&permissions`;
    return faultOf(await send(url, path, { method: 'POST', headers, body }));
  };

  test(
    'a visitor sees nothing of restarts of the edge, whether its balancer keeps connections or not',
    () => restartedBehindBalancers('info-ingest', {}, logIn),
    TEST_MS,
  );

  test(
    'an analyst sees nothing of restarts of graphql-query',
    async () => {
      const token = await fetchAccessToken(apart.suite.authUrl);
      await restartedBehindBalancers('graphql-query', {}, async (url) =>
        faultOf(await postGraphql(url, token, '{ __typename }')),
      );
    },
    TEST_MS,
  );

  test(
    'a program sees nothing of restarts of auth-token',
    async () => {
      const token = await fetchOfflineToken(apart.suite.authUrl);
      const env = { MONGODB_URI: common['MONGODB_URI']!.replace('/kith?', '/kith-auth?') };
      await restartedBehindBalancers('auth-token', env, async (url) =>
        faultOf(await postForm(url, '/auth/token', { refresh_token: token })),
      );
    },
    TEST_MS,
  );

  /** An edge that asks these resolvers, and visitors who log in there. */
  const atResolvers = (
    replicas: readonly Replica[],
    use: (load: SteadyLoad) => Promise<void>,
  ): Promise<void> => {
    const RESOLVER_URL = replicas.map(({ url }) => url).join();
    return withReplicas('info-ingest', { RESOLVER_URL }, 1, ([edge]) =>
      use(startSteadyLoad(2 * PLACES, (number) => logIn(edge!.url, number))),
    );
  };

  test(
    'a visitor sees nothing of restarts of the resolver',
    () =>
      withReplicas('identity-resolver', {}, 2, (replicas) =>
        atResolvers(replicas, async (load) => {
          await restartAll(replicas, load);
          await expectNoneFailed(`${RESTARTS} restarts of identity-resolver`, load, RESTARTS * BETWEEN);
        }),
      ),
    TEST_MS,
  );

  test(
    'a visitor sees nothing of resolvers that are killed, and one that joins gets its share',
    () =>
      withReplicas('identity-resolver', {}, 3, (replicas) =>
        atResolvers(replicas, async (load) => {
          for (const replica of replicas.slice(0, KILLS)) {
            await load.more(BETWEEN);
            await replica.kill();
            await load.more(BETWEEN);
            await replica.start();
            await sharesEvenly(replicas, load);
          }
          await expectNoneFailed(`${KILLS} kills of one of three resolvers`, load, BETWEEN);
        }),
      ),
    TEST_MS,
  );
});

const faultOf = ({ status, text }: { readonly status: number; readonly text: string }): string | null =>
  status === 200 && !text.includes('"errors"') ? null : `${status} ${text}`;

/** Each of three gets at least a sixth of the requests of some time. */
const sharesEvenly = (replicas: readonly Replica[], load: SteadyLoad): Promise<unknown> => {
  const look = async (): Promise<readonly number[]> => {
    const before = await Promise.all(replicas.map(requestsOf));
    await load.more(3 * BETWEEN);
    const after = await Promise.all(replicas.map(requestsOf));
    return after.map((requests, index) => requests - before[index]!);
  };
  const isEven = (shares: readonly number[]): boolean => {
    const all = shares.reduce((sum, share) => sum + share, 0);
    return shares.every((share) => share * 2 * replicas.length >= all && share > 0);
  };
  return eventually(look, isEven);
};

const requestsOf = async ({ managementUrl }: Replica): Promise<number> => {
  const { text } = await send(managementUrl, '/metrics');
  const lines = text.matchAll(/^http_requests_total\{front="\/internal\/"[^}]*\} (\d+)/gm);
  return Array.from(lines, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);
};
