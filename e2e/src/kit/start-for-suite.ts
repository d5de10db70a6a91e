import type { Endings } from '@kith/testing/use-endings';
import { ownPatientConfiguration } from './patient-configuration.ts';
import { removeDataDir } from './remove-data-dir.ts';
import { newDataDir, startStandalone, type Standalone } from './standalone.ts';

/** A standalone over data of its own, which commands reach by `env`; both go when the suite ends. */
export const startOverOwnData = async (
  endings: Endings,
): Promise<{ readonly standalone: Standalone; readonly env: { readonly DATA_DIR: string } }> => {
  const env = { DATA_DIR: await newDataDir() };
  endings.push(() => removeDataDir(env.DATA_DIR));
  const standalone = await startStandalone({ dataDir: env.DATA_DIR });
  endings.push(() => standalone.stop());
  return { standalone, env };
};

/** A standalone under a configuration that is patient with a busy machine; both go when the suite ends. */
export const startPatiently = async (endings: Endings): Promise<Standalone> => {
  const patient = await ownPatientConfiguration();
  endings.push(patient.remove);
  const standalone = await startStandalone({ env: patient.env });
  endings.push(() => standalone.stop());
  return standalone;
};
