import type { KithHome } from './kith.ts';
import { removeDataDir } from './remove-data-dir.ts';
import { newDataDir, startStandalone, type StartOptions } from './standalone.ts';

/** A data directory, in which one process is started again and again. */
export const newStandaloneHome = async (options: Pick<StartOptions, 'node'> = {}): Promise<KithHome> => {
  const dataDir = await newDataDir();
  return {
    start: async (env = {}) => {
      const standalone = await startStandalone({ ...options, dataDir, env });
      const { url, managementUrl, pid } = standalone;
      const edge = { pid, managementUrl };
      return { ...standalone, authUrl: url, graphqlUrl: url, edge, processes: [edge] };
    },
    remove: () => removeDataDir(dataDir),
  };
};
