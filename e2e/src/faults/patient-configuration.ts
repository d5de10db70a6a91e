import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shippedConfiguration } from '@kith/testing/shipped-configuration';

/** After which time a request under that configuration hangs, in milliseconds. */
export const PATIENT_ANSWER_MS = 60_000;

/**
 * Writes the shipped configuration with a deadline of 30 s and answers with its path: where a test says that no request
 * fails, a busy machine must not be what makes one fail.
 */
export const patientConfiguration = async (folder: string): Promise<string> => {
  const shipped = shippedConfiguration();
  const changed = shipped.replace('deadlineMs: 2000', 'deadlineMs: 30000');
  if (changed === shipped) throw new Error('the shipped configuration has no deadline to replace');
  const path = join(folder, 'kith.yaml');
  await writeFile(path, changed);
  return path;
};
