import { needs, type Surveyed } from './requirement.ts';

/** The suites that this machine can run, and one line for every other: its name, what it lacks, and why. */
export const sortOut = (
  suites: readonly string[],
  survey: readonly Surveyed[],
): { readonly runnable: readonly string[]; readonly leftOut: readonly string[] } => {
  const reasons = (suite: string): readonly string[] =>
    survey.flatMap(({ requirement, finding }) =>
      finding.found || !needs(suite, requirement.mark)
        ? []
        : [`needs ${requirement.name}: ${finding.reason}`],
    );
  return {
    runnable: suites.filter((suite) => reasons(suite).length === 0),
    leftOut: suites.flatMap((suite) => reasons(suite).map((reason) => `${suite}: ${reason}`)),
  };
};
