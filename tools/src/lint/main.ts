import { join } from 'node:path';
import { runCommand, workspaceBinary } from '../process/run-command.ts';
import { workspaceRoot } from '../process/workspace-root.ts';
import { lintVerdict } from './lint-verdict.ts';

/** The boundary rule reads the project graph from the cache, so the graph of this very tree comes first. */
const buildProjectGraph = (): Promise<number> =>
  runCommand(
    workspaceBinary('nx'),
    ['graph', `--file=${join(workspaceRoot, '.nx/workspace-data/import-table.json')}`],
    { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', CI: 'true' },
  ).then(({ exitCode }) => exitCode);

const lint = async (args: readonly string[]): Promise<number> =>
  lintVerdict(
    await runCommand(
      workspaceBinary('eslint'),
      ['--max-warnings', '0', ...(args.length > 0 ? args : ['.'])],
      {
        NX_DAEMON: 'false',
      },
    ),
  );

process.exitCode = (await buildProjectGraph()) || (await lint(process.argv.slice(2)));
