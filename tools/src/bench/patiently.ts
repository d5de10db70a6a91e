import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedConfiguration } from '@kith/testing/shipped-configuration';

/**
 * Lets apps be started, while `work` goes on, under the shipped configuration with a deadline of 30 s: where nothing is to
 * be measured, no request is refused because the machine is busy.
 */
export const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-bench-'));
  try {
    const path = join(folder, 'kith.yaml');
    await writeFile(path, shippedConfiguration().replace(/deadlineMs: \d+/, 'deadlineMs: 30000'));
    process.env['CONFIG_FILE'] = path;
    return await work();
  } finally {
    await rm(folder, { recursive: true });
  }
};
