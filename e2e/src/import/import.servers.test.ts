import { join } from 'node:path';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir } from '../kit/standalone.ts';
import { startOwnServers, type OwnServers } from '../suite/own-servers.ts';
import { startSuite, type Suite } from '../suite/start-suite.ts';
import { defineImport } from './define-import.ts';
import { defineRacing } from './define-racing.ts';
import type { ImportStage } from './import-stage.ts';

const apart = async (
  env: (suite: Suite, servers: OwnServers) => ImportStage['env'],
): Promise<ImportStage> => {
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

defineImport('an import, with the apps apart, by way of the resolver', () =>
  apart(({ resolverUrl }) => ({ RESOLVER_URL: resolverUrl })),
);

defineRacing('an import among requests to the apps apart', () =>
  apart(({ resolverUrl }) => ({ RESOLVER_URL: resolverUrl })),
);

defineImport('an import, with the apps apart, into MongoDB itself', () =>
  apart((_suite, servers) => ({
    MONGODB_URI: profilesDatabase(servers),
    REDIS_URL: servers.environment['REDIS_URL'] ?? '',
  })),
);
