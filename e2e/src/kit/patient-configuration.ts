import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedConfiguration } from '@kith/testing/shipped-configuration';

/** After which time a request under that configuration hangs, in milliseconds. */
export const PATIENT_ANSWER_MS = 60_000;

/**
 * A configuration with a deadline of 30 s: where a test says that no request fails, a busy machine must not be what makes
 * one fail.
 */
export const patient = (shipped: string): string => {
  const changed = shipped.replace('deadlineMs: 2000', 'deadlineMs: 30000');
  if (changed === shipped) throw new Error('the shipped configuration has no deadline to replace');
  return changed;
};

/** Writes the shipped configuration, made patient, and answers with its path. */
export const patientConfiguration = async (folder: string): Promise<string> => {
  const path = join(folder, 'kith.yaml');
  await writeFile(path, patient(shippedConfiguration()));
  return path;
};

/** The same in a folder of its own, which `remove` removes: the file, and the environment that names it. */
export const ownPatientConfiguration = async (): Promise<{
  readonly env: { readonly CONFIG_FILE: string };
  readonly remove: () => Promise<void>;
}> => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-patient-'));
  return {
    env: { CONFIG_FILE: await patientConfiguration(folder) },
    remove: () => rm(folder, { recursive: true }),
  };
};
