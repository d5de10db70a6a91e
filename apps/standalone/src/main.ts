import { resolve } from 'node:path';
import { runApp } from '@kith/platform';
import { banner } from './banner.ts';
import { startStandalone } from './compose.ts';
import { readConfig } from './config.ts';

await runApp({
  name: 'standalone',
  readConfig,
  logLevel: ({ settings }) => settings.LOG_LEVEL,
  start: async (config, logger, lifecycle) => {
    const { settings, configuration } = config;
    for (const notice of configuration.notices) logger.warn({}, notice);
    const { port, managementPort, madeCredentials } = await startStandalone(config, logger, lifecycle);
    return banner({
      publicUrl: `http://${settings.HOST}:${port}`,
      managementUrl: `http://${settings.HOST}:${managementPort}`,
      dataDirectory: resolve(settings.DATA_DIR),
      configFile: settings.CONFIG_FILE,
      pipelines: [...configuration.pipelines.keys()],
      credentials: madeCredentials,
    });
  },
});
