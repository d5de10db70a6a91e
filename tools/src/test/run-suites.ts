import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { workspaceRoot } from '../process/workspace-root.ts';
import { outcomeReporter, type OnSuite } from './outcome-reporter.ts';
import type { SuiteOutcome } from './suite-outcome.ts';

export interface SuitesRun {
  /** Relative to the workspace's folder. */
  readonly files: readonly string[];
  /** What the suites are told beside the environment of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** How many processes share the suites; each runs its own one after the other. */
  readonly workers: number;
  readonly onSuite: OnSuite;
}

/** Runs these suites, shows on standard output what fails, and answers with what became of each. */
export const runSuites = async (run: SuitesRun): Promise<readonly SuiteOutcome[]> => {
  if (run.files.length === 0) return [];
  const outcomes: SuiteOutcome[] = [];
  const reporter = outcomeReporter((outcome) => {
    outcomes.push(outcome);
    run.onSuite(outcome);
  });
  const vitest = await startVitest('test', [...run.files], {
    root: workspaceRoot,
    config: join(workspaceRoot, 'vitest.config.mjs'),
    watch: false,
    env: { ...run.environment },
    maxWorkers: run.workers,
    reporters: ['minimal', reporter],
  });
  await vitest.close();
  return [...outcomes, ...neverRun(run.files, outcomes)];
};

/** Whose process ended before its turn came. */
const neverRun = (files: readonly string[], outcomes: readonly SuiteOutcome[]): readonly SuiteOutcome[] => {
  const ran = new Set(outcomes.map(({ file }) => file));
  return files
    .filter((file) => !ran.has(file))
    .map((file) => ({
      file,
      seconds: 0,
      passed: 0,
      failures: [{ test: 'all', message: 'its process ended before its turn came' }],
      leftOut: [],
    }));
};
