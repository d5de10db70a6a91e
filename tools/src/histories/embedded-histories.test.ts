import { jest } from '@jest/globals';
import { openEmbeddedStore } from '@kith/embedded';
import { defineIdentityHistories, temporaryDirectory } from '@kith/testing';
import { historyFeatures } from './history-features.ts';

jest.setTimeout(300_000);

defineIdentityHistories(
  async () => {
    const directory = await temporaryDirectory();
    const store = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
    const close = async (): Promise<void> => {
      await store.close();
      await directory.remove();
    };
    return { adapter: { ...store, ...historyFeatures }, close };
  },
  { sequential: 4_000, racing: 2_000, crowded: 1_500, unmerging: 2_000, crossings: 1_000 },
);
