import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The first of these names that is an executable of the search path. */
export const findExecutable = (
  names: readonly string[],
  searchPath = process.env['PATH'] ?? '',
): string | undefined =>
  names.flatMap((name) => searchPath.split(delimiter).map((folder) => join(folder, name))).find(isExecutable);
