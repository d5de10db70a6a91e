import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspaceRoot } from '../process/workspace-root.ts';
import { isExecutable } from '../process/find-executable.ts';
import { serversDirectory } from './servers-directory.ts';

/** What brings a runtime where it is not there yet. */
const INSTALLER = join(workspaceRoot, '.ci/install-nodes');
/** It gets 50 MB. */
const MAX_INSTALL_MS = 300_000;

/** A Node of another major version: its path, or why there is none. */
export type NodeRuntime = { readonly path: string } | { readonly missing: string };

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

const whyMissing = (error: unknown): string => {
  const said = error instanceof Error && 'stderr' in error ? lastLine(String(error.stderr)) : '';
  return said === '' ? `${INSTALLER} failed` : said;
};

/** A Node of this major version, which comes with the first run that uses it: an install would be twice as large. */
export const nodeRuntime = async (
  major: number,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<NodeRuntime> => {
  try {
    await promisify(execFile)(INSTALLER, [String(major)], { timeout: MAX_INSTALL_MS, env: environment });
    return { path: join(serversDirectory(environment), 'node', String(major), 'bin/node') };
  } catch (error) {
    return { missing: whyMissing(error) };
  }
};

/** The Node that a command line names: by its major version, or by its path. */
export const namedNode = async (name: string): Promise<NodeRuntime> => {
  if (/^\d+$/.test(name)) return nodeRuntime(Number(name));
  return isExecutable(name) ? { path: name } : { missing: `${name} is no executable` };
};
