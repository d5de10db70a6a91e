import { openEmbeddedStore } from '@kith/embedded';
import { defineUnmerging, temporaryDirectory } from '@kith/testing';
import { unmergingStage } from './unmerging-stage.ts';

defineUnmerging(async () => {
  const directory = await temporaryDirectory();
  const store = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
  const close = async (): Promise<void> => {
    await store.close();
    await directory.remove();
  };
  return { adapter: unmergingStage(store), close };
});
