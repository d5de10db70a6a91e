import { runs, seedOf, testSeed } from '@kith/testing/random';
import fc from 'fast-check';
import { beforeEach, type TestContext } from 'vitest';
import { seedOfCommit } from './seed.ts';

// The runner gives a seed; a suite that is run without it draws as the commit does.
process.env['KITH_SEED'] ||= String(seedOfCommit());

/** Of the test alone: what it draws depends neither on the tests beside it nor on their order. */
const nameOf = ({ task }: TestContext): string => `${task.file.name} ${task.fullTestName}`;

beforeEach((context) => {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedOf(nameOf(context)), numRuns: runs(100) });
  context.onTestFailed(({ task }) => {
    if (task.result?.errors?.some(({ message }) => message.startsWith('Property failed')) !== true) return;
    process.stderr.write(`${task.fullTestName}: KITH_SEED=${testSeed()}\n`);
  });
});
