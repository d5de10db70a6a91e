import { join } from 'node:path';
import { open } from 'lmdb';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { definePutBack, type RawData, type RawStage } from './define-put-back.ts';

type ChainKey = [string, string, number];

const ACCOUNT = 'demo';

/** The rows of the file, which nobody else has open. */
const rowsOf = (root: ReturnType<typeof open>): RawData => {
  const profiles = root.openDB<object, [string, string]>('profiles', { encoding: 'json' });
  const chains = root.openDB<object, ChainKey>('consent', { encoding: 'json' });
  const tallies = root.openDB<object, [string, string]>('headTallies', { encoding: 'json' });
  const chainOf = (umid: string) => [
    ...chains.getRange({ start: [ACCOUNT, umid, 0], end: [ACCOUNT, umid, 1_000] }),
  ];
  return {
    person: async (umid) => ({
      profile: profiles.get([ACCOUNT, umid]) ?? null,
      entries: new Map(chainOf(umid).map(({ key, value }) => [key[2], value])),
    }),
    put: async (umid, { profile, entries }) => {
      for (const { key } of chainOf(umid)) chains.removeSync(key);
      for (const [sequence, entry] of entries) chains.putSync([ACCOUNT, umid, sequence], entry);
      if (profile === null) profiles.removeSync([ACCOUNT, umid]);
      else profiles.putSync([ACCOUNT, umid], profile);
    },
    tally: async (bucket) => tallies.get([ACCOUNT, bucket]) ?? {},
    putTally: async (bucket, tally) => tallies.putSync([ACCOUNT, bucket], tally),
  };
};

/** A standalone that is stopped whenever its file is written, and started again. */
const standaloneStage = async (): Promise<RawStage> => {
  const dataDir = await newDataDir();
  const port = { of: '' };
  let { url, stop } = await startStandalone({ dataDir });
  port.of = url;
  return {
    url: () => url,
    env: { DATA_DIR: dataDir },
    async alter(work) {
      await stop();
      const root = open(join(dataDir, 'store'), { noSubdir: false, maxDbs: 64 });
      try {
        return await work(rowsOf(root));
      } finally {
        await root.close();
        ({ url, stop } = await startStandalone({ dataDir, env: { PORT: new URL(port.of).port } }));
      }
    },
    end: async () => {
      await stop();
      await removeDataDir(dataDir);
    },
  };
};

definePutBack('consent that was put back in the file of a standalone', standaloneStage);
