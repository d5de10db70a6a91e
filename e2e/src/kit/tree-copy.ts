import { cp, mkdtemp } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, type Ran } from './run.ts';
import { workspaceRoot } from './workspace-root.ts';

/**
 * Copies what a clone would hold if everything here were committed: no `node_modules`, no `dist`, no `.nx`.
 * Answers with the folder.
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
  return folder;
};

/** The environment of a shell in which no package manager has been at work yet. */
export const plainEnvironment = (): NodeJS.ProcessEnv => {
  const isOurs = (name: string): boolean => /^(npm_|pnpm_|node_options$|init_cwd$|jest_|kith_)/i.test(name);
  const kept = Object.entries(process.env).filter(([name]) => !isOurs(name));
  const path = (process.env['PATH'] ?? '').split(':').filter((entry) => !entry.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: path.join(':') };
};

/** Runs `npx -y pnpm@12 …` in a copy, as its README says. */
export const pnpm = (folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  run('npx', ['-y', 'pnpm@12', ...args], { cwd: folder, env: { ...plainEnvironment(), ...env } });
