import { cp, mkdtemp } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHIPPED_CONFIGURATION } from '@kith/testing/shipped-configuration';
import { plainEnvironment } from './plain-environment.ts';
import { run, type Ran } from './run.ts';
import { workspaceRoot } from './workspace-root.ts';

/**
 * Copies what a clone would hold if everything here were committed: no `node_modules`, no `dist`, no `.nx`, and the
 * configuration that ships. Answers with the folder.
 */
export const copyTree = async (): Promise<string> => {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { exitCode, stdout, stderr } = await run('git', listing, { cwd: workspaceRoot });
  if (exitCode !== 0) throw new Error(`git cannot list the tree: ${stderr}`);
  const folder = await mkdtemp(join(tmpdir(), 'kith-clone-'));
  for (const path of stdout.split('\0').filter((line) => line !== '')) {
    // A file that was removed but not yet committed is still listed.
    if (existsSync(join(workspaceRoot, path))) await cp(join(workspaceRoot, path), join(folder, path));
  }
  await cp(SHIPPED_CONFIGURATION, join(folder, 'config/kith.yaml'));
  return folder;
};

/** Runs `npx -y pnpm@12 …` in a copy, as its README says. */
export const pnpm = (folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  run('npx', ['-y', 'pnpm@12', ...args], { cwd: folder, env: { ...plainEnvironment(), ...env } });
