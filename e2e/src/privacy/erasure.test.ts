import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { defineErasure } from './define-erasure.ts';
import { embeddedTexts } from './embedded-texts.ts';

defineErasure('a person is erased, from standalone', async () => {
  const dataDir = await newDataDir();
  let standalone = await startStandalone({ dataDir });
  return {
    url: () => standalone.url,
    env: { DATA_DIR: dataDir },
    everything: async () => {
      await standalone.stop();
      const texts = await embeddedTexts(dataDir);
      standalone = await startStandalone({ dataDir });
      return texts;
    },
    end: async () => {
      await standalone.stop();
      await removeDataDir(dataDir);
    },
  };
});
