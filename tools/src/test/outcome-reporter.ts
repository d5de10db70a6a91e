import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { workspaceRoot } from '../process/workspace-root.ts';
import type { SuiteOutcome } from './suite-outcome.ts';

/** Told of every suite as it ends. */
export type OnSuite = (outcome: SuiteOutcome) => void;

/** A reporter of Vitest that tells what became of each suite. */
export const outcomeReporter = (onSuite: OnSuite): Reporter => ({
  onTestModuleEnd: (module) => onSuite(outcomeOf(module)),
});

const outcomeOf = (module: TestModule): SuiteOutcome => {
  const tests = [...module.children.allTests()];
  const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
  const failed = count('failed');
  return {
    file: relative(workspaceRoot, module.moduleId),
    seconds: secondsOf(module),
    passed: count('passed'),
    // It may have failed outside of its tests: where it was loaded, or before or after them.
    failed: failed === 0 && module.state() === 'failed' ? 1 : failed,
    leftOut: tests.filter((test) => !hasRun(test)).map(({ fullName }) => fullName),
  };
};

const hasRun = (test: TestCase): boolean => ['passed', 'failed'].includes(test.result().state);

/** What was imported counts too. */
const secondsOf = (module: TestModule): number => {
  const { duration, collectDuration } = module.diagnostic();
  return Math.round((duration + collectDuration) / 10) / 100;
};
