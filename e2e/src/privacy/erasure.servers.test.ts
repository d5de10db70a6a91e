import { join } from 'node:path';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir } from '../kit/standalone.ts';
import { startOwnServers } from '../suite/own-servers.ts';
import { startSuite } from '../suite/start-suite.ts';
import { defineErasure } from './define-erasure.ts';
import { serverTexts } from './server-texts.ts';

defineErasure('a person is erased, with the apps apart, by way of the resolver', async () => {
  const servers = await startOwnServers();
  const dataDir = await newDataDir();
  const suite = await startSuite(servers, dataDir);
  return {
    url: () => suite.url,
    env: { SECRETS_FILE: join(dataDir, 'suite-secrets.json'), RESOLVER_URL: suite.resolverUrl },
    everything: () => serverTexts(servers.environment),
    end: async () => {
      await suite.stop();
      await servers.stop();
      await removeDataDir(dataDir);
    },
  };
});
