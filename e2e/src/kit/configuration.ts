import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedConfiguration } from '@kith/testing/shipped-configuration';

/** Writes the shipped configuration with other `origins` of the pipeline `web`, and answers with its path. */
export const configurationWithOrigins = async (origins: readonly string[]): Promise<string> => {
  const shipped = shippedConfiguration();
  const changed = shipped.replace(/^(\s+origins:).*$/m, `$1 ${JSON.stringify(origins)}`);
  if (changed === shipped) throw new Error('the shipped configuration has no origins to replace');
  const path = join(await mkdtemp(join(tmpdir(), 'kith-config-')), 'kith.yaml');
  await writeFile(path, changed);
  return path;
};
