import { join } from 'node:path';
import { makeSecretsFile } from '@kith/platform';
import { randomName, serverAddress, temporaryDirectory } from '@kith/testing';
import { freePorts } from '@kith/testing/free-ports';
import { holdProcess, releaseProcess } from '@kith/testing/hold-process';
import { databaseUri, startOwnKafka } from '@kith/tools/servers';
import {
  addFirstUser,
  ARCHITECTURE_PORTS,
  startApp,
  SUITE_SECRETS,
  suitePlan,
  type AppPlan,
  type FirstUser,
} from '@kith/tools/suite';
import { SHIPPED_CONFIGURATION } from '@kith/testing/shipped-configuration';
import { openCountingFront, openHttpFront } from './counting-front.ts';
import { createTally, type Tally } from './tally.ts';
import { readKafka, readMongodb, readRedis } from './wire.ts';

/** The apps apart over real servers, all that they say to them counted. */
export interface CountedApps {
  readonly edge: string;
  readonly graphql: string;
  readonly auth: string;
  readonly user: FirstUser;
  readonly tally: Tally;
  /** Those who are asked stand still: what they are sent meets when they go on, however busy the machine is. */
  freeze(): Promise<void>;
  goOn(): void;
}

/** Activation follows the changes on its own time, and is no part of any request. */
const APPS = ['identity-resolver', 'auth-token', 'graphql-query', 'info-ingest'];
/** Those that requests reach. */
const ASKED = ['auth-token', 'graphql-query', 'info-ingest'];
const USER: FirstUser = { account: 'demo', username: 'counting', password: 'correct horse battery staple' };

/** Told how each thing that was begun ends, as soon as it has begun. */
type Endings = { readonly push: (end: () => unknown) => void };

/**
 * Starts info-ingest, identity-resolver, graphql-query and auth-token as processes of their own. Each speaks to MongoDB,
 * Redis, Kafka and the resolver through ports that read along: what a driver really sends is what counts.
 */
export const startCountedApps = async (endings: Endings): Promise<CountedApps> => {
  const tally = createTally();
  const { path, remove } = await temporaryDirectory();
  endings.push(remove);
  const secretsFile = join(path, 'secrets.json');
  await makeSecretsFile(secretsFile, SUITE_SECRETS);
  const ports = await freePorts(ARCHITECTURE_PORTS.length);
  const servers = {
    MONGODB_URI: serverAddress('MONGODB_URI'),
    REDIS_URL: serverAddress('REDIS_URL'),
    KAFKA_BROKERS: await countedKafka(tally, endings),
  };
  const database = randomName('kith').slice(0, 24);
  const plans = suitePlan({ servers, secretsFile, ports }).filter(({ name }) => APPS.includes(name));
  await addFirstUser(
    {
      credentialsUri: databaseUri(servers.MONGODB_URI, `${database}-auth`),
      configFile: SHIPPED_CONFIGURATION,
      secretsFile,
    },
    USER,
  );
  const apps = await Promise.all(
    plans.map(async (plan) => {
      const app = await startApp(await counted(plan, database, { tally, endings }));
      endings.push(app.stop);
      return app;
    }),
  );
  const urlOf = (wanted: string): string => apps.find(({ name }) => name === wanted)?.url ?? '';
  const asked = apps.filter(({ name }) => ASKED.includes(name)).map(({ pid }) => pid()!);
  return {
    edge: urlOf('info-ingest'),
    graphql: urlOf('graphql-query'),
    auth: urlOf('auth-token'),
    user: USER,
    tally,
    async freeze() {
      await Promise.all(asked.map(holdProcess));
    },
    goOn: () => asked.forEach(releaseProcess),
  };
};

interface CountDeps {
  readonly tally: Tally;
  readonly endings: Endings;
}

/** The plan of an app, each server in it behind a front of the app's own. */
const counted = async (plan: AppPlan, database: string, deps: CountDeps): Promise<AppPlan> => {
  const environment: Record<string, string> = { ...plan.environment, LOG_LEVEL: 'warn' };
  const { MONGODB_URI, REDIS_URL, RESOLVER_URL } = environment;
  const { name: app } = plan;
  if (MONGODB_URI !== undefined) {
    const front = await frontOf({ app, server: 'mongodb', uri: MONGODB_URI, reader: readMongodb }, deps);
    const ownDatabase = plan.name === 'auth-token' ? `${database}-auth` : database;
    // The driver would go to the member of the replica set by the address that this one gives.
    environment['MONGODB_URI'] = `mongodb://${front}/${ownDatabase}?directConnection=true`;
  }
  if (REDIS_URL !== undefined)
    environment['REDIS_URL'] =
      `redis://${await frontOf({ app, server: 'redis', uri: REDIS_URL, reader: readRedis }, deps)}`;
  if (RESOLVER_URL !== undefined) {
    const { place, close } = await openHttpFront(
      () => hostOf(RESOLVER_URL),
      (name) => deps.tally.add(`${plan.name} resolver ${name}`),
    );
    deps.endings.push(close);
    environment['RESOLVER_URL'] = `http://${place}`;
  }
  return { ...plan, environment };
};

const hostOf = (uri: string): string => /^[^:]+:\/\/(?:[^@/]*@)?([^/,?]+)/.exec(uri)?.[1] ?? '';

/** A way from an app to a server. */
interface Way {
  readonly app: string;
  readonly server: 'mongodb' | 'redis';
  readonly uri: string;
  readonly reader: typeof readMongodb;
}

const frontOf = async ({ app, server, uri, reader }: Way, { tally, endings }: CountDeps): Promise<string> => {
  const { place, close } = await openCountingFront(() => hostOf(uri), reader, {
    onCommand: (name) => tally.add(`${app} ${server} ${name}`),
    // MongoDB's driver has a connection for each command that is under way; what shares one is told by Redis alone.
    ...(server === 'redis' ? { onRoundTrip: () => tally.add(`${app} redis-trips`) } : {}),
  });
  endings.push(close);
  return place;
};

/** A broker that names the front as its own address, as clients go where brokers tell them to; answers with the front. */
const countedKafka = async (tally: Tally, endings: Endings): Promise<string> => {
  let target = '';
  const { place, close } = await openCountingFront(() => target, readKafka, {
    onCommand: (name) => tally.add(name.replace(/^produce kith-(\S+)$/, '$1 kafka produce')),
  });
  endings.push(close);
  const kafka = await startOwnKafka(process.env, {
    properties: () => ({ 'advertised.listeners': `PLAINTEXT://${place}` }),
    scramUsers: [],
  });
  endings.push(kafka.stop);
  target = kafka.uri;
  return place;
};
