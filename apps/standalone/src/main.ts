import { resolve } from 'node:path';
import { STORE_LAYOUT } from '@kith/embedded';
import { runApp } from '@kith/platform';
import { banner } from './banner.ts';
import { hasDemo } from './compose-demo.ts';
import { startStandalone } from './compose.ts';
import { fixed, readConfiguration, readSettings } from './config.ts';

void runApp({
  name: 'standalone',
  layout: STORE_LAYOUT,
  readSettings,
  readConfiguration,
  notices: ({ notices }) => notices,
  fixed,
  start: async (config, process) => {
    const { settings, configuration } = config;
    const { port, managementPort, madeCredentials } = await startStandalone(config, process);
    return banner({
      publicUrl: `http://${settings.HOST}:${port}`,
      managementUrl: `http://${settings.HOST}:${managementPort}`,
      dataDirectory: resolve(settings.DATA_DIR),
      configFile: settings.CONFIG_FILE,
      pipelines: [...configuration.current().pipelines.keys()],
      hasDemo: settings.DEMO !== 'off' && hasDemo(configuration.current()),
      credentials: madeCredentials,
    });
  },
});
