import { addTallies, type Tally } from './jest-results.ts';
import { leftOutSuites, listSuites } from './left-out-suites.ts';
import { releaseAll, suitesMarked, surveyMachine, type Surveyed } from './requirement.ts';
import { requirements } from './requirements.ts';
import { runJest } from './run-jest.ts';
import { exitCodeOf, summaryLines } from './summary.ts';

const environmentOf = (survey: readonly Surveyed[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    survey.flatMap(({ finding }) => (finding.found ? Object.entries(finding.environment) : [])),
  );

const runSuites = async (patterns: readonly string[], survey: readonly Surveyed[]): Promise<Tally> => {
  const run = {
    patterns,
    ignored: survey.flatMap(({ requirement, finding }) =>
      finding.found ? [] : suitesMarked(requirement.mark),
    ),
    environment: environmentOf(survey),
  };
  const unit = await runJest({ ...run, project: 'unit' });
  return addTallies([unit, await runJest({ ...run, project: 'e2e' })]);
};

const testEverything = async (patterns: readonly string[]): Promise<Tally> => {
  const suites = await listSuites(patterns);
  const survey = await surveyMachine(requirements, suites);
  try {
    const tally = await runSuites(patterns, survey);
    return addTallies([tally, { passed: 0, failed: 0, leftOut: leftOutSuites(suites, survey) }]);
  } finally {
    await releaseAll(survey);
  }
};

const requireAll = process.env['KITH_REQUIRE_ALL'] === '1';
const tally = await testEverything(process.argv.slice(2));
process.stdout.write(`\n${summaryLines(tally, requireAll).join('\n')}\n`);
process.exitCode = exitCodeOf(tally, requireAll);
