import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { runKith } from '../cli/run-kith.ts';
import type { Ran } from '../kit/run.ts';

/** A Kith that files are imported into, and what tells a command where it is. */
export type ImportStage = {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly end: () => Promise<void>;
};

const END_MS = 120_000;

/** One stage for several groups of tests of a suite, which find what the groups before them left. */
export const useOneStage = <Stage extends ImportStage>(
  open: () => Promise<Stage>,
): (() => Promise<Stage>) => {
  let stage: Promise<Stage> | undefined;
  afterAll(async () => (await stage?.catch(() => undefined))?.end(), END_MS);
  return async () => ({ ...(await (stage ??= open())), end: async () => undefined });
};

/** What `kith import … --json` prints. */
export type ImportReport = {
  readonly lines: number;
  readonly taken: number;
  readonly outdated: number;
  readonly unchanged: number;
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
};

/** Files in a folder of their own, and how they are imported into the account `demo`. */
export const importFolder = async (env: ImportStage['env']) => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-import-'));
  const file = async (name: string, content: string | Buffer): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const kith = (kind: 'permissions' | 'profiles', args: readonly string[], input?: string): Promise<Ran> =>
    runKith(['import', kind, '--account', 'demo', ...args], {
      env,
      ...(input === undefined ? {} : { input }),
    });
  return { folder, file, kith, remove: () => rm(folder, { recursive: true }) };
};

export const HEADER = 'identifier,value,permission,status,modifiedAt\n';

/** The report that a command printed. */
export const reportOf = ({ stdout, stderr }: Ran): ImportReport => {
  try {
    return JSON.parse(stdout) as ImportReport;
  } catch (cause) {
    throw new Error(`no report, but: ${stdout}${stderr}`, { cause });
  }
};
