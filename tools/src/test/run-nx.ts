import { join } from 'node:path';
import { runCommand } from '../process/run-command.ts';
import { workspaceRoot } from '../process/workspace-root.ts';
import type { Target } from './target-report.ts';

/** So many targets run side by side: they wait for servers and apps more than they compute. */
export const LANES = 4;
/** Each target bounds its tests itself; this is for what hangs beside them, in milliseconds. */
const MAX_MS = 60 * 60_000;

/** What is checked beside the suites: of the whole workspace, and that the bench measures everything. */
const CHECKS = { targets: ['checks'], projects: ['kith'] };
const NONE: typeof CHECKS = { targets: [], projects: [] };

/**
 * Runs these targets by nx, which answers from its cache what has not changed; with `checks` those too. Answers with
 * its exit code.
 */
export const runNx = async (
  targets: readonly Target[],
  environment: Readonly<Record<string, string>>,
  checks: boolean,
): Promise<number> => {
  const beside = checks ? CHECKS : NONE;
  // By the names of groups: nx begins with what others wait for, and these parts are the longest of all.
  const names = [...new Set(targets.map(({ name }) => name.split('--')[0]!))];
  const rooms = [...new Set(targets.map(({ room }) => room))];
  const { exitCode } = await runCommand(
    process.execPath,
    [
      join(workspaceRoot, 'node_modules/nx/dist/bin/nx.js'),
      ...['run-many', '--targets', [...names, ...beside.targets].join(',')],
      // Of what is as urgent it takes these in their order: the linter alone is busy for a minute, and was the last to end.
      ...['--projects', [...beside.projects, ...rooms].join(',')],
      ...[`--parallel=${LANES}`, '--outputStyle=static'],
    ],
    environment,
    MAX_MS,
  );
  return exitCode;
};
