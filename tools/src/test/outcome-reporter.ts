import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { workspaceRoot } from '../process/workspace-root.ts';
import type { Failure, SuiteOutcome } from './suite-outcome.ts';

/** Told of every suite as it ends. */
export type OnSuite = (outcome: SuiteOutcome) => void;

/** A reporter of Vitest that tells what became of each suite. */
export const outcomeReporter = (onSuite: OnSuite): Reporter => ({
  onTestModuleEnd: (module) => onSuite(outcomeOf(module)),
});

const outcomeOf = (module: TestModule): SuiteOutcome => {
  const tests = [...module.children.allTests()];
  return {
    file: relative(workspaceRoot, module.moduleId),
    seconds: secondsOf(module),
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failures: failuresOf(module, tests),
    leftOut: tests.filter((test) => !hasRun(test)).map(({ fullName }) => fullName),
  };
};

const failuresOf = (module: TestModule, tests: readonly TestCase[]): readonly Failure[] => {
  const failed = tests
    .filter((test) => test.result().state === 'failed')
    .map((test) => ({ test: test.fullName, message: messageOf(test.result().errors) }));
  if (failed.length > 0 || module.state() !== 'failed') return failed;
  // Outside of its tests: where it was loaded, or before or after them.
  const suites = [...module.children.allSuites()];
  const errors = [module, ...suites].flatMap((one) => one.errors());
  return [{ test: 'beside its tests', message: messageOf(errors) }];
};

/** Of what was thrown, so many lines are shown at the end of a run. */
const MESSAGE_LINES = 12;

const messageOf = (errors: readonly { message: string; stack?: string }[] | undefined): string => {
  const [first] = errors ?? [];
  if (first === undefined) return 'no reason was given';
  const place = first.stack
    ?.split('\n')
    .find((line) => line.includes('.test.ts') || line.includes('define-'));
  return [first.message.split('\n').slice(0, MESSAGE_LINES).join('\n'), place?.trim()]
    .filter((line) => line !== undefined)
    .join('\n');
};

const hasRun = (test: TestCase): boolean => ['passed', 'failed'].includes(test.result().state);

/** What was imported counts too. */
const secondsOf = (module: TestModule): number => {
  const { duration, collectDuration } = module.diagnostic();
  return Math.round((duration + collectDuration) / 10) / 100;
};
