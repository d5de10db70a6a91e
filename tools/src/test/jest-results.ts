/** The part of jest's JSON report that the summary reads. */
export type JestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  /** What did not run, each with its reason. */
  readonly leftOut: readonly string[];
};

const ran = ['passed', 'failed'];

/**
 * Counts one run of jest. A suite that could not run at all counts as one failure; so does a run that
 * ended badly although no test failed, and one that left no report.
 */
export const tallyReport = (report: JestReport | undefined, exitCode: number): Tally => {
  if (report === undefined) return { passed: 0, failed: 1, leftOut: [] };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + broken;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    leftOut: report.testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => !ran.includes(status))
        .map(({ fullName, status }) => `${fullName} (${status})`),
    ),
  };
};

export const addTallies = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
  failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  leftOut: tallies.flatMap(({ leftOut }) => leftOut),
});
