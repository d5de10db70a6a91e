import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of a test's own. */
export interface TemporaryDirectory {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

export const temporaryDirectory = async (): Promise<TemporaryDirectory> => {
  const path = await mkdtemp(join(tmpdir(), 'kith-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};
