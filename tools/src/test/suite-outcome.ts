/** A test that failed, and the first lines of why. */
export interface Failure {
  readonly test: string;
  readonly message: string;
}

export interface SuiteOutcome {
  /** Relative to the workspace's folder. */
  readonly file: string;
  readonly seconds: number;
  readonly passed: number;
  /** A suite that could not run at all counts as one failure. */
  readonly failures: readonly Failure[];
  /** Tests that did not run. */
  readonly leftOut: readonly string[];
}

/** What became of the suites of a target; what lies in its report. */
export interface TargetReport {
  readonly suites: readonly SuiteOutcome[];
  /** Suites that this machine cannot run, each with its reason. */
  readonly leftOut: readonly string[];
}

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Each failed test with its file and its reason. */
  readonly failures: readonly string[];
  /** What did not run, each with its reason. */
  readonly leftOut: readonly string[];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const failureLine = (file: string, { test, message }: Failure): string =>
  `${file}: ${test}\n    ${message.split('\n').join('\n    ')}`;

/** Counts reports together; one that is missing is a target that could not run, and counts as a failure. */
export const tallyReports = (reports: readonly (TargetReport | undefined)[]): Tally => {
  const there = reports.filter((report) => report !== undefined);
  const suites = there.flatMap((report) => report.suites);
  const failures = [
    ...suites.flatMap((suite) => suite.failures.map((failure) => failureLine(suite.file, failure))),
    ...reports
      .filter((report) => report === undefined)
      .map(() => 'a target did not run to its end: see above'),
  ];
  return {
    passed: sum(suites.map(({ passed }) => passed)),
    failed: failures.length,
    failures,
    leftOut: [
      ...there.flatMap(({ leftOut }) => leftOut),
      ...suites.flatMap(({ file, leftOut }) => leftOut.map((test) => `${file}: ${test}`)),
    ],
  };
};
