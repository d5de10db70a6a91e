import { build } from '../../workspace/build.mjs';
import { sortOut } from './left-out-suites.ts';
import type { OnSuite } from './outcome-reporter.ts';
import { releaseAll, surveyMachine, type Requirement, type Surveyed } from './requirement.ts';
import { runSuites } from './run-suites.ts';
import type { TargetReport } from './suite-outcome.ts';

export interface TargetRun {
  readonly suites: readonly string[];
  readonly requirements: readonly Requirement[];
  readonly workers: number;
  readonly onSuite: OnSuite;
}

/** Runs what this machine can run of these suites, with what they need. */
export const runTarget = async ({
  suites,
  requirements,
  workers,
  onSuite,
}: TargetRun): Promise<TargetReport> => {
  if (suites.some(startsApps)) await build({ say: (line) => void process.stderr.write(`${line}\n`) });
  const survey = await surveyMachine(requirements, suites);
  try {
    const { runnable, leftOut } = sortOut(suites, survey);
    const environment = environmentOf(survey);
    return { suites: await runSuites({ files: runnable, environment, workers, onSuite }), leftOut };
  } finally {
    await releaseAll(survey);
  }
};

/** Rooms are tested as their sources stand; apps that are started, as they were built. */
const startsApps = (suite: string): boolean => /^(e2e|tools)\//.test(suite);

export const environmentOf = (survey: readonly Surveyed[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    survey.flatMap(({ finding }) => (finding.found ? Object.entries(finding.environment) : [])),
  );
