import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { runCommand, workspaceBinary } from '../process/run-command.ts';
import { workspaceRoot } from '../process/workspace-root.ts';

/** The linter of this repository, asked about one source at a time. */
export type Linter = {
  /** The rules that a source breaks which stands in the place of the one at `path`. */
  readonly brokenRules: (path: string, source: string) => Promise<readonly (string | null)[]>;
};

/** Types come from the room that a source stands in: a program of all rooms would take most of the time. */
const TYPES_OF_THE_ROOM = {
  files: ['**/*.ts'],
  languageOptions: { parserOptions: { project: null, projectService: true } },
};
/** Most rules judge by the source alone: the programs of all rooms would take minutes for nothing. */
const NO_TYPES = {
  ...tseslint.configs.disableTypeChecked,
  files: ['**/*.ts'],
  languageOptions: { parserOptions: { project: null, projectService: false } },
};

/** The boundary rule reads the project graph from the cache, and says nothing where there is none. */
const cacheProjectGraph = async (): Promise<void> => {
  const file = join(tmpdir(), `kith-graph-${process.pid}.json`);
  const environment = { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', CI: 'true' };
  const { exitCode, output } = await runCommand(
    workspaceBinary('nx'),
    ['graph', `--file=${file}`],
    environment,
  );
  await rm(file, { force: true });
  if (exitCode !== 0) throw new Error(`nx makes no project graph: ${output}`);
};

/** Lints by `eslint.config.mjs`, with the rules that need types or without them. */
export const openLinter = async (takesTypes: boolean): Promise<Linter> => {
  await cacheProjectGraph();
  const overrideConfig = takesTypes ? TYPES_OF_THE_ROOM : NO_TYPES;
  const eslint = new ESLint({ cwd: workspaceRoot, overrideConfig });
  return {
    brokenRules: async (path, source) => {
      const results = await eslint.lintText(source, { filePath: join(workspaceRoot, path) });
      return results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId));
    },
  };
};
