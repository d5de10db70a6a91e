import { openEmbeddedStore } from '@kith/embedded';
import { temporaryDirectory } from '@kith/testing';
import { defineAnalysts } from './define-analysts.ts';

defineAnalysts('over the embedded store, analysts see that', async () => {
  const directory = await temporaryDirectory();
  const store = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
  const close = async (): Promise<void> => {
    await store.close();
    await directory.remove();
  };
  return { store, close };
});
