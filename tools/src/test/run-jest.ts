import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, workspaceBinary } from '../process/run-command.ts';
import { type JestReport, type Tally, tallyReport } from './jest-results.ts';
import { ALONE_MARK, FAULTS_MARK, suitesMarked } from './requirement.ts';

export type JestProject = 'unit' | 'e2e' | 'alone' | 'faults';

export type JestRun = {
  readonly project: JestProject;
  readonly ignored: readonly string[];
  readonly patterns: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

/** Each bounds its tests itself; this is for what hangs beside them, in milliseconds. */
const LONGEST_RUN_MS = 40 * 60_000;

const readReport = async (path: string): Promise<JestReport | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as JestReport;
  } catch {
    return undefined;
  }
};

/** What the command line ignores takes the place of what the configuration of jest ignores. */
const otherProjects = (project: JestProject): readonly string[] =>
  [FAULTS_MARK, ALONE_MARK].filter((mark) => mark !== project).map(suitesMarked);

/** The rest waits for servers and apps more than it computes. */
const needsTheMachine = (project: JestProject): boolean => project === 'faults' || project === 'alone';

const jestArguments = ({ project, ignored, patterns }: JestRun, report: string): readonly string[] => [
  ...['--selectProjects', project, '--json', `--outputFile=${report}`],
  ...(patterns.length > 0 ? ['--passWithNoTests'] : []),
  // A worker that has grown is replaced, since modules of finished suites stay in its memory.
  ...(needsTheMachine(project) ? ['--runInBand'] : ['--maxWorkers=2', '--workerIdleMemoryLimit=1GB']),
  ...['/node_modules/', ...otherProjects(project), ...ignored].map(
    (pattern) => `--testPathIgnorePatterns=${pattern}`,
  ),
  ...(patterns.length > 0 ? ['--testPathPatterns', ...patterns] : []),
];

/** Jest runs ES modules behind a flag of Node. */
const withModules = (): string =>
  [process.env['NODE_OPTIONS'], '--experimental-vm-modules', '--no-warnings=ExperimentalWarning']
    .filter((part) => part !== undefined && part !== '')
    .join(' ');

/** Runs the suites of one project of jest, shows its report on standard error, and counts it. */
export const runJest = async (run: JestRun): Promise<Tally> => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-jest-'));
  const report = join(folder, 'report.json');
  const environment = { ...run.environment, NODE_OPTIONS: withModules() };
  const { exitCode } = await runCommand(
    workspaceBinary('jest'),
    jestArguments(run, report),
    environment,
    LONGEST_RUN_MS,
  );
  const tally = tallyReport(await readReport(report), exitCode);
  await rm(folder, { recursive: true });
  return tally;
};
