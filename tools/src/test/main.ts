import { runWithNode, withoutNode } from '../servers/run-with-node.ts';
import { runSome, runWhole } from './run-plan.ts';
import { showProgress, slowestLines } from './progress.ts';
import { seedOfCommit } from './seed.ts';
import { exitCodeOf, summaryLines } from './summary.ts';
import { tallyReports, type SuiteOutcome, type Tally } from './suite-outcome.ts';
import { readTargets, type Target } from './target-report.ts';
import { askedOf, planTests, toldOf, type TestPlan } from './test-plan.ts';
import { estimateSeconds, rememberSeconds } from './usual-seconds.ts';

const USAGE = `Usage: npx -y pnpm@12 test [PATTERN...] [--faults] [--long] [--checks] [--node NAME]

Runs every test that this machine can run, or those whose path matches a pattern, and says at its end what it left out.
What has not changed since it passed here is answered from the cache; tests that are named by a pattern always run.

  --faults        the suites that freeze and kill servers and apps under load, and nothing else (minutes)
  --long          outages of a minute, and many times the random cases, from a fresh seed
  --checks        format, lint and types of everything, and a short bench, side by side with the tests
  --node NAME     on another Node: 22, 24, or a path

  KITH_REQUIRE_ALL=1    the faults too, and what this machine lacks is a failure
  KITH_SEED             where random cases begin (otherwise made of the commit)
`;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** The targets that a plan asks for, each with the suites that it asks for. */
const targetsOf = (plan: TestPlan): readonly Target[] =>
  readTargets()
    .map((target) => ({ ...target, suites: askedOf(plan, target) }))
    .filter(({ suites }) => suites.length > 0);

const minutes = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;

/** A run that failed although no suite did, failed in a check. */
const withFailedChecks = (tally: Tally, exitCode: number): Tally =>
  exitCode !== 0 && tally.failed === 0
    ? { ...tally, failed: 1, failures: ['a check failed that is no suite: see above'] }
    : tally;

const run = async (plan: TestPlan): Promise<number> => {
  const targets = targetsOf(plan);
  const suites = targets.reduce((sum, target) => sum + target.suites.length, 0);
  const told = toldOf(plan);
  const seed = told['KITH_SEED'] ?? process.env['KITH_SEED'] ?? String(seedOfCommit());
  say(`${suites} suites in ${targets.length} targets, about ${minutes(await estimateSeconds(targets))} here`);
  say(`random cases begin at KITH_SEED=${seed}`);
  const ended: SuiteOutcome[] = [];
  const progress = showProgress(suites, say);
  const onSuite = (outcome: SuiteOutcome): void => {
    ended.push(outcome);
    progress.onSuite(outcome);
  };
  const { reports, exitCode } = await (plan.patterns.length === 0
    ? runWhole(targets, told, onSuite, plan.checks)
    : runSome(targets, told, onSuite));
  progress.stop();
  await rememberSeconds(ended);
  const cached = suites - ended.length;
  if (cached > 0)
    say(`${cached} of ${suites} suites did not run: the cache has their result, or they were left out`);
  const tally = withFailedChecks(tallyReports(reports), exitCode);
  const lines = [...slowestLines(ended), '', ...summaryLines(tally, plan.requireAll)];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  return exitCodeOf(tally, plan.requireAll);
};

const main = async (args: readonly string[]): Promise<number> => {
  if (args.includes('--help')) {
    process.stdout.write(USAGE);
    return 0;
  }
  const plan = planTests(args, process.env);
  if (plan.node === undefined) return run(plan);
  return runWithNode(plan.node, [process.argv[1]!, ...withoutNode(args)], new AbortController().signal);
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
