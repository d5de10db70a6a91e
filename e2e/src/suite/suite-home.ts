import { patientConfiguration } from '../kit/patient-configuration.ts';
import type { KithHome } from '../kit/kith.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir } from '../kit/standalone.ts';
import { takeServers } from './shared-servers.ts';
import { startSuite } from './start-suite.ts';

/** Servers with nothing in them, over which the apps are started. */
export const newSuiteHome = async (): Promise<KithHome> => {
  const servers = await takeServers();
  const dataDir = await newDataDir();
  return {
    start: (env) => startSuite(servers, dataDir, env),
    remove: async () => {
      await servers.stop();
      await removeDataDir(dataDir);
    },
  };
};

/** The same with the shipped configuration but for its deadline: crowds log in, and a busy machine is no failure of theirs. */
export const newPatientSuiteHome = async (): Promise<KithHome> => {
  const home = await newSuiteHome();
  const folder = await newDataDir();
  const CONFIG_FILE = await patientConfiguration(folder);
  return {
    start: (env = {}) => home.start({ CONFIG_FILE, ...env }),
    remove: async () => {
      await home.remove();
      await removeDataDir(folder);
    },
  };
};
