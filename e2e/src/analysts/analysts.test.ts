import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { defineAnalysts } from './define-analysts.ts';

defineAnalysts('an analyst, of a standalone', async () => {
  const dataDir = await newDataDir();
  const { url, stop } = await startStandalone({ dataDir });
  return {
    ...{ url, authUrl: url, graphqlUrl: url },
    env: { DATA_DIR: dataDir },
    end: async () => {
      await stop();
      await removeDataDir(dataDir);
    },
  };
});
