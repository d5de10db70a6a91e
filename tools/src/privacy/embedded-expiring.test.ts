import { openEmbeddedStore } from '@kith/embedded';
import { durableFixture, temporaryDirectory } from '@kith/testing';
import { defineExpiring } from './define-expiring.ts';

defineExpiring('what expires in the embedded store', async () => {
  const directory = await temporaryDirectory();
  const open = async () => {
    const { close, ...adapter } = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
    return { adapter, close };
  };
  return durableFixture(open, directory.remove);
});
