import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { startApart } from '../suite/apart.ts';

/** A Kith whose pipeline `strict` sets its cookie where CS-OPT is granted, and what tells a command where it is. */
export type OneStateStage = {
  readonly url: string;
  /** Of the process that answers the devices. */
  readonly managementUrl: string;
  readonly env: Readonly<Record<string, string>>;
  readonly end: () => Promise<void>;
};

const cookie = { domain: 'example.com' };
const shared = { identifiers: ['customerId', 'deviceId'], sections: [] };

const configuration = {
  // A busy machine is no failure of theirs.
  limits: { bodyBytes: 65_536, headerBytes: 16_384, deadlineMs: 20_000 },
  accounts: {
    demo: {
      owner: 'Example Ltd',
      identifiers: { customerId: { kind: 'login' }, deviceId: { kind: 'device' } },
      permissions: ['CS-OPT'],
      pipelines: {
        web: { cookie, ...shared },
        strict: { cookie: { ...cookie, requires: 'CS-OPT' }, ...shared },
      },
    },
  },
};

/** Writes the configuration; answers with the environment that names it. */
const configured = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-one-state-'));
  const CONFIG_FILE = join(folder, 'kith.yaml');
  // JSON is YAML.
  await writeFile(CONFIG_FILE, JSON.stringify(configuration));
  return { env: { CONFIG_FILE }, remove: () => rm(folder, { recursive: true }) };
};

/** One process. */
export const standaloneStage = async (): Promise<OneStateStage> => {
  const { env, remove } = await configured();
  const dataDir = await newDataDir();
  const { url, managementUrl, stop } = await startStandalone({ dataDir, env });
  return {
    url,
    managementUrl,
    env: { DATA_DIR: dataDir, ...env },
    end: async () => {
      await stop();
      await removeDataDir(dataDir);
      await remove();
    },
  };
};

/** The apps apart, over servers of their own. */
export const apartStage = async (): Promise<OneStateStage> => {
  const { env, remove } = await configured();
  const apart = await startApart(env);
  return {
    url: apart.url,
    managementUrl: apart.suite.managementUrl('info-ingest'),
    env: { ...apart.byResolver, ...env },
    end: async () => {
      await apart.end();
      await remove();
    },
  };
};
