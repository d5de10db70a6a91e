import { reload } from '../kit/reload.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { defineDeadLetters } from './define-dead-letters.ts';
import { appendToEmbeddedLog } from './embedded-log.ts';

defineDeadLetters('dead letters, of standalone', async (configFile) => {
  const dataDir = await newDataDir();
  const start = () => startStandalone({ dataDir, env: { CONFIG_FILE: configFile } });
  let standalone = await start();
  const whileStopped = async <T>(work: () => Promise<T>): Promise<T> => {
    await standalone.stop();
    const result = await work();
    standalone = await start();
    return result;
  };
  return {
    url: () => standalone.url,
    managementUrl: () => standalone.managementUrl,
    env: { DATA_DIR: dataDir },
    append: (...records) => whileStopped(() => appendToEmbeddedLog(dataDir, records)),
    kill: async () => {
      await standalone.kill9();
      standalone = await start();
    },
    reload: () => reload([standalone]),
    directly: (work) => whileStopped(() => work({ DATA_DIR: dataDir })),
    end: async () => {
      await standalone.stop();
      await removeDataDir(dataDir);
    },
  };
});
