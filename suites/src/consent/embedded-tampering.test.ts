import { join } from 'node:path';
import type { ConsentEntry } from '@kith/domain/consent';
import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { openEmbeddedStore, type EmbeddedStore } from '@kith/embedded';
import { temporaryDirectory } from '@kith/testing';
import { open } from 'lmdb';
import { defineTampering } from './define-tampering.ts';

type Key = [AccountName, Umid, number];

/** Writes past the store, into the file that it has closed. */
const rewriteFile = async (
  directory: string,
  [account, umid]: readonly [AccountName, Umid],
  chain: ReadonlyMap<number, ConsentEntry | string>,
): Promise<void> => {
  const root = open(join(directory, 'store'), { noSubdir: false, maxDbs: 64 });
  const history = root.openDB<Buffer, Key>('consent', { encoding: 'binary' });
  for (const key of history.getKeys({ start: [account, umid, 0], end: [account, umid, 1_000] })) {
    history.removeSync(key);
  }
  for (const [sequence, entry] of chain) {
    const text = typeof entry === 'string' ? entry : JSON.stringify(entry);
    history.putSync([account, umid, sequence], Buffer.from(text));
  }
  await root.close();
};

defineTampering(async () => {
  const directory = await temporaryDirectory();
  const openStore = (): Promise<EmbeddedStore> =>
    openEmbeddedStore({ directory: directory.path, clock: Date.now });
  let store = await openStore();
  return {
    store: {
      profiles: {
        load: (...args) => store.profiles.load(...args),
        activities: (...args) => store.profiles.activities(...args),
        links: (...args) => store.profiles.links(...args),
        stored: (...args) => store.profiles.stored(...args),
        commit: (...args) => store.profiles.commit(...args),
        look: (...args) => store.profiles.look(...args),
        leaveShortcuts: (...args) => store.profiles.leaveShortcuts(...args),
        commitGroup: (...args) => store.profiles.commitGroup(...args),
      },
      itself: () => store,
      privacy: { suppressed: (...args) => store.privacy.suppressed(...args) },
      consentHistory: {
        entries: (...args) => store.consentHistory.entries(...args),
        profiles: (...args) => store.consentHistory.profiles(...args),
      },
      async rewrite(account, umid, chain) {
        await store.close();
        await rewriteFile(directory.path, [account, umid], chain);
        store = await openStore();
      },
    },
    close: async () => {
      await store.close();
      await directory.remove();
    },
  };
});
