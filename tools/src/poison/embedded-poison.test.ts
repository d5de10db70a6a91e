import { openEmbeddedStore } from '@kith/embedded';
import { durableFixture, temporaryDirectory } from '@kith/testing';
import { definePoison } from './define-poison.ts';

definePoison('poison and outages, over the embedded store', async () => {
  const directory = await temporaryDirectory();
  const open = async () => {
    const store = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
    return { adapter: store, close: store.close };
  };
  return durableFixture(open, directory.remove);
});
