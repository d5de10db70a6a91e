import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Whoever runs what lies there, and another build beside this one, never sees half a file. */
export const writeWhole = async (path, content) => {
  const beside = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(beside, content);
  await rename(beside, path);
};
