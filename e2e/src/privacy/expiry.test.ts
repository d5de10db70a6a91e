import { newConfiguration } from '../configuration/rewritable-configuration.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { defineExpiry, keeping } from './define-expiry.ts';
import { embeddedTexts } from './embedded-texts.ts';

defineExpiry('what an account no longer keeps, in standalone,', async () => {
  const [configuration, dataDir] = [await newConfiguration(keeping({})), await newDataDir()];
  const standalone = await startStandalone({ dataDir, env: { CONFIG_FILE: configuration.path } });
  const { url } = standalone;
  return {
    kith: { url, authUrl: url, graphqlUrl: url },
    configuration,
    processes: [standalone],
    remover: standalone,
    everything: async () => {
      await standalone.stop();
      return embeddedTexts(dataDir);
    },
    end: async () => {
      await standalone.stop();
      await Promise.all([configuration.remove(), removeDataDir(dataDir)]);
    },
  };
});
