import { join } from 'node:path';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir } from '../kit/standalone.ts';
import { startOwnServers, type OwnServers } from './own-servers.ts';
import { startSuite, type Suite } from './start-suite.ts';

/** The apps apart, over servers of their own, and what tells a command where the profiles are. */
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
  const servers = await startOwnServers();
  const dataDir = await newDataDir();
  const clear = async (): Promise<void> => {
    await servers.stop();
    await removeDataDir(dataDir);
  };
  const suite = await startSuite(servers, dataDir, env).catch(async (error: unknown) => {
    await clear();
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
      await clear();
    },
  };
};

const profilesDatabase = ({ environment }: OwnServers): string => {
  const uri = new URL(environment['MONGODB_URI'] ?? '');
  uri.pathname = '/kith';
  return uri.href;
};
