import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { defineImport } from './define-import.ts';
import { defineRacing } from './define-racing.ts';
import { defineRepeated } from './define-repeated.ts';
import { importConfiguration } from './import-configuration.ts';
import { useOneStage, type ImportStage } from './import-stage.ts';

const running = async (): Promise<ImportStage> => {
  const dataDir = await newDataDir();
  const CONFIG_FILE = await importConfiguration(dataDir);
  const { url, stop } = await startStandalone({ dataDir, env: { CONFIG_FILE } });
  return {
    url,
    env: { DATA_DIR: dataDir, CONFIG_FILE },
    end: async () => {
      await stop();
      await removeDataDir(dataDir);
    },
  };
};

const stage = useOneStage(running);

// It counts everybody in the account, so it comes first.
defineRacing('an import among requests to standalone', stage);
defineImport('an import, while standalone runs', stage);
defineRepeated('a call of an import that comes again', stage);
