import { openEmbeddedStore, type EmbeddedStore } from '@kith/embedded';
import { durableFixture, temporaryDirectory, type DurableFixture } from '@kith/testing';

/** A store in a directory of its own. */
export const embeddedFixture = async (): Promise<DurableFixture<EmbeddedStore>> => {
  const directory = await temporaryDirectory();
  const open = async () => {
    const store = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
    return { adapter: store, close: store.close };
  };
  return durableFixture(open, directory.remove);
};
