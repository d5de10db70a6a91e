import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir } from '../kit/standalone.ts';
import type { OwnServers } from './own-servers.ts';
import { takeServers } from './shared-servers.ts';
import { startSuite, type Suite } from './start-suite.ts';

/** The apps apart, over servers with nothing else in them, and what tells a command where the profiles are. */
export type Apart = {
  readonly suite: Suite;
  readonly servers: OwnServers;
  readonly url: string;
  /** By way of the resolver. */
  readonly byResolver: Readonly<Record<string, string>>;
  /** Past the apps, in MongoDB itself. */
  readonly inMongodb: Readonly<Record<string, string>>;
  readonly end: () => Promise<void>;
};

/** Starts servers and apps; `env` is added to what the apps are started with. */
export const startApart = async (env: Readonly<Record<string, string>> = {}): Promise<Apart> => {
  const servers = await takeServers();
  const dataDir = await newDataDir();
  const clearAway = async (): Promise<void> => {
    await servers.stop();
    await removeDataDir(dataDir);
  };
  const suite = await startSuite(servers, dataDir, env).catch(async (error: unknown) => {
    await clearAway();
    throw error;
  });
  const secrets = { SECRETS_FILE: join(dataDir, 'suite-secrets.json') };
  return {
    suite,
    servers,
    url: suite.url,
    byResolver: { ...secrets, RESOLVER_URL: suite.resolverUrl },
    inMongodb: {
      ...secrets,
      MONGODB_URI: profilesDatabase(servers),
      REDIS_URL: servers.environment['REDIS_URL'] ?? '',
    },
    end: async () => {
      await suite.stop();
      await clearAway();
    },
  };
};

const START_MS = 240_000;
const STOP_MS = 120_000;

/** Starts it before the tests of a file or block, and ends it after them: one start for all that can share it. */
export const useApart = (env: Readonly<Record<string, string>> = {}): (() => Apart) => {
  let apart: Apart | undefined;
  beforeAll(async () => {
    apart = await startApart(env);
  }, START_MS);
  afterAll(() => apart?.end(), STOP_MS);
  return () => {
    if (apart === undefined) throw new Error('the apps have not been started');
    return apart;
  };
};

const profilesDatabase = ({ environment }: OwnServers): string => {
  const uri = new URL(environment['MONGODB_URI'] ?? '');
  uri.pathname = '/kith';
  return uri.href;
};
