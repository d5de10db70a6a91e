import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A configuration file that a test rewrites. */
export type RewritableConfiguration = {
  readonly path: string;
  /** Replaces the file in one step, as an editor or a ConfigMap does. An object becomes JSON, which is YAML. */
  readonly write: (content: string | Buffer | object) => Promise<void>;
  readonly remove: () => Promise<void>;
};

export const newConfiguration = async (
  content: string | Buffer | object,
): Promise<RewritableConfiguration> => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-config-'));
  const path = join(folder, 'kith.yaml');
  const write: RewritableConfiguration['write'] = async (next) => {
    const isText = typeof next === 'string' || Buffer.isBuffer(next);
    await writeFile(`${path}.new`, isText ? next : JSON.stringify(next, null, 2));
    await rename(`${path}.new`, path);
  };
  await write(content);
  return { path, write, remove: () => rm(folder, { recursive: true, force: true }) };
};
