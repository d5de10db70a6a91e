import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../kit/eventually.ts';
import { appEnvironment } from '../kit/plain-environment.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';

/** How long a kill waits for an import to have come so far, in milliseconds. */
const SLOW_MS = 120_000;

/** Begins an import, and kills something when so many records are through: itself, or whatever `kill` ends. */
export const importUntil = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  records: number,
  kill: (() => Promise<void>) | null,
): Promise<void> => {
  const main = join(workspaceRoot, 'apps/cli/dist/main.js');
  const child = spawn(process.execPath, [main, ...args], {
    cwd: workspaceRoot,
    env: { ...appEnvironment(), ...env },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const folder = join(env['DATA_DIR'] ?? '', 'imports');
  await eventually(
    async () => child.exitCode !== null || (await recordsIn(folder)) >= records,
    (isThere) => isThere,
    SLOW_MS,
  );
  if (kill === null) child.kill('SIGKILL');
  else await kill();
  await exited;
};

/** How many records are through by the bookmark; 0 where there is none. */
export const recordsIn = async (folder: string): Promise<number> => {
  const names = await readdir(folder).catch(() => []);
  const [name] = names.filter((one) => one.endsWith('.json'));
  if (name === undefined) return 0;
  const text = await readFile(join(folder, name), 'utf8').catch(() => '{"records":0}');
  return (JSON.parse(text) as { readonly records: number }).records;
};
