import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, workspaceBinary } from '../process/run-command.ts';
import { type JestReport, type Tally, tallyReport } from './jest-results.ts';

export type JestRun = {
  readonly project: 'unit' | 'e2e';
  readonly ignored: readonly string[];
  readonly patterns: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

/** `test:faults` runs these. */
const FAULTS = String.raw`\.faults\.test\.ts$`;

const readReport = async (path: string): Promise<JestReport | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as JestReport;
  } catch {
    return undefined;
  }
};

const jestArguments = ({ project, ignored, patterns }: JestRun, report: string): readonly string[] => [
  ...['--selectProjects', project, '--json', `--outputFile=${report}`],
  ...(patterns.length > 0 ? ['--passWithNoTests'] : []),
  ...['/node_modules/', FAULTS, ...ignored].map((pattern) => `--testPathIgnorePatterns=${pattern}`),
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
  const { exitCode } = await runCommand(workspaceBinary('jest'), jestArguments(run, report), {
    ...run.environment,
    NODE_OPTIONS: withModules(),
  });
  const tally = tallyReport(await readReport(report), exitCode);
  await rm(folder, { recursive: true });
  return tally;
};
