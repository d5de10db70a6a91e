import { addTallies, type Tally } from './jest-results.ts';
import { leftOutSuites, listSuites } from './left-out-suites.ts';
import { releaseAll, suitesMarked, surveyMachine, type Surveyed } from './requirement.ts';
import { requirements } from './requirements.ts';
import { runJest } from './run-jest.ts';
import { exitCodeOf, summaryLines } from './summary.ts';
import { planTests, type TestPlan } from './test-plan.ts';

const environmentOf = (survey: readonly Surveyed[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    survey.flatMap(({ finding }) => (finding.found ? Object.entries(finding.environment) : [])),
  );

const runSuites = async (
  { projects, patterns }: TestPlan,
  survey: readonly Surveyed[],
): Promise<readonly Tally[]> => {
  const run = {
    patterns,
    ignored: survey.flatMap(({ requirement, finding }) =>
      finding.found ? [] : suitesMarked(requirement.mark),
    ),
    environment: environmentOf(survey),
  };
  const tallies: Tally[] = [];
  for (const project of projects) tallies.push(await runJest({ ...run, project }));
  return tallies;
};

const testEverything = async (plan: TestPlan): Promise<Tally> => {
  const suites = await listSuites(plan);
  const survey = await surveyMachine(requirements, suites);
  try {
    const tallies = await runSuites(plan, survey);
    return addTallies([...tallies, { passed: 0, failed: 0, leftOut: leftOutSuites(suites, survey) }]);
  } finally {
    await releaseAll(survey);
  }
};

const plan = planTests(process.argv.slice(2), process.env);
const tally = await testEverything(plan);
process.stdout.write(`\n${summaryLines(tally, plan.requireAll).join('\n')}\n`);
process.exitCode = exitCodeOf(tally, plan.requireAll);
