import { openEmbeddedStore } from '@kith/embedded';
import { temporaryDirectory } from '@kith/testing';
import { defineInForce } from './define-in-force.ts';

defineInForce(async () => {
  const directory = await temporaryDirectory();
  const store = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
  const close = async (): Promise<void> => {
    await store.close();
    await directory.remove();
  };
  return { store, close };
});
