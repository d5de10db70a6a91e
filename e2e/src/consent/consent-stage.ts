import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { startApart } from '../suite/apart.ts';

/** A Kith whose pipeline `strict` waits for CS-OPT, and what tells a command where it is. */
export type ConsentStage = {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly end: () => Promise<void>;
};

const cookie = { domain: 'example.com' };
const shared = {
  identifiers: ['customerId'],
  sections: ['attributes', 'identifiers', 'notifications', 'permissions'],
};

const configuration = {
  accounts: {
    demo: {
      owner: 'Example Ltd',
      identifiers: { customerId: { kind: 'login' } },
      permissions: ['CS-OPT', 'CS-OM'],
      notifications: {
        MAIN_CS: { versions: [1, 2], current: 2, covers: ['CS-OPT', 'CS-OM'], uxvariants: ['wall'] },
      },
      attributes: { pageViews: { count: 'page' } },
      pipelines: {
        web: { cookie, ...shared },
        strict: { cookie: { ...cookie, requires: 'CS-OPT' }, ...shared },
      },
    },
  },
};

/** Writes the configuration; answers with the folder and the file. */
const writtenConfiguration = async (): Promise<{ readonly folder: string; readonly file: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-consent-'));
  const file = join(folder, 'kith.yaml');
  // JSON is YAML.
  await writeFile(file, JSON.stringify(configuration));
  return { folder, file };
};

/** One process. */
export const standaloneStage = async (): Promise<ConsentStage> => {
  const { folder, file } = await writtenConfiguration();
  const dataDir = await newDataDir();
  const { url, stop } = await startStandalone({ dataDir, env: { CONFIG_FILE: file } });
  return {
    url,
    env: { DATA_DIR: dataDir, CONFIG_FILE: file },
    end: async () => {
      await stop();
      await removeDataDir(dataDir);
      await rm(folder, { recursive: true });
    },
  };
};

/** The apps apart, over servers of their own. */
export const apartStage = async (): Promise<ConsentStage> => {
  const { folder, file } = await writtenConfiguration();
  const apart = await startApart({ CONFIG_FILE: file });
  return {
    url: apart.url,
    env: { ...apart.byResolver, CONFIG_FILE: file },
    end: async () => {
      await apart.end();
      await rm(folder, { recursive: true });
    },
  };
};
