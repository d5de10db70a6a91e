import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KithHome } from './kith.ts';

/** A home whose Kith runs with this configuration instead of the shipped one. */
export const withConfiguration =
  (configuration: object, newHome: () => Promise<KithHome>): (() => Promise<KithHome>) =>
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kith-config-'));
    const path = join(folder, 'kith.yaml');
    // JSON is YAML.
    await writeFile(path, JSON.stringify(configuration, null, 2));
    const home = await newHome();
    return {
      start: (env = {}) => home.start({ CONFIG_FILE: path, ...env }),
      remove: async () => {
        await home.remove();
        await rm(folder, { recursive: true });
      },
    };
  };
