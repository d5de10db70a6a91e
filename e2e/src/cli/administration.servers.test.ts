import { join } from 'node:path';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir } from '../kit/standalone.ts';
import { startOwnServers, type OwnServers } from '../suite/own-servers.ts';
import { startSuite, type Suite } from '../suite/start-suite.ts';
import { defineAdministration, type Stage } from './define-administration.ts';

/** The apps apart; `env` says from them and their servers where commands find the profiles. */
const apart = async (env: (suite: Suite, servers: OwnServers) => Stage['env']): Promise<Stage> => {
  const servers = await startOwnServers();
  const dataDir = await newDataDir();
  const suite = await startSuite(servers, dataDir);
  return {
    url: suite.url,
    env: { SECRETS_FILE: join(dataDir, 'suite-secrets.json'), ...env(suite, servers) },
    end: async () => {
      await suite.stop();
      await servers.stop();
      await removeDataDir(dataDir);
    },
  };
};

const profilesDatabase = ({ environment }: OwnServers): string => {
  const uri = new URL(environment['MONGODB_URI'] ?? '');
  uri.pathname = '/kith';
  return uri.href;
};

defineAdministration('an administrator, with the apps apart, by way of the resolver', () =>
  apart(({ resolverUrl }) => ({ RESOLVER_URL: resolverUrl })),
);

defineAdministration('an administrator, with the apps apart, in MongoDB itself', () =>
  apart((_suite, servers) => ({
    MONGODB_URI: profilesDatabase(servers),
    REDIS_URL: servers.environment['REDIS_URL'] ?? '',
  })),
);
