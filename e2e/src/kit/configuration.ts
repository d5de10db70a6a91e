import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from './workspace-root.ts';

/** Writes the shipped configuration with other `origins` of the pipeline `web`, and answers with its path. */
export const configurationWithOrigins = async (origins: readonly string[]): Promise<string> => {
  const shipped = await readFile(join(workspaceRoot, 'config/kith.yaml'), 'utf8');
  const changed = shipped.replace(/^(\s+origins:).*$/m, `$1 ${JSON.stringify(origins)}`);
  if (changed === shipped) throw new Error('the shipped configuration has no origins to replace');
  const path = join(await mkdtemp(join(tmpdir(), 'kith-config-')), 'kith.yaml');
  await writeFile(path, changed);
  return path;
};
