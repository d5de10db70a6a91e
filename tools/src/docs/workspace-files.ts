import { readdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { workspaceRoot } from '../process/workspace-root.ts';

const NOT_OURS = /(?:^|\/)(?:node_modules|dist|\.git|\.nx|data|coverage|test-reports)(?:\/|$)/;

/** The files of the workspace that its authors wrote, relative to its folder. */
export const workspaceFiles = async (): Promise<readonly string[]> => {
  const roots = await readdir(workspaceRoot, { withFileTypes: true });
  const own = roots.filter(({ name }) => !NOT_OURS.test(name));
  const below = await Promise.all(
    own.filter((entry) => entry.isDirectory()).map(({ name }) => filesBelow(name)),
  );
  return [...own.filter((entry) => entry.isFile()).map(({ name }) => name), ...below.flat()];
};

const filesBelow = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(`${workspaceRoot}/${folder}`, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => relative(workspaceRoot, `${parentPath}/${name}`))
    .filter((file) => !NOT_OURS.test(file));
};
