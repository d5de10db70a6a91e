import { describe, expect, test } from 'vitest';
import { tallyReports, type TargetReport } from './suite-outcome.ts';

const suite = (passed: number, failed: number, leftOut: readonly string[] = []) => ({
  file: 'a.test.ts',
  seconds: 1,
  passed,
  failures: Array.from({ length: failed }, (_, index) => ({ test: `test ${index}`, message: 'not so' })),
  leftOut,
});
const report = (...suites: TargetReport['suites']): TargetReport => ({ suites, leftOut: [] });

describe('the tally of a run', () => {
  test('passed and failed tests of all targets are counted', () => {
    expect(tallyReports([report(suite(3, 0), suite(2, 1)), report(suite(1, 1))])).toEqual({
      passed: 6,
      failed: 2,
      failures: ['a.test.ts: test 0\n    not so', 'a.test.ts: test 0\n    not so'],
      leftOut: [],
    });
  });

  test('a target without a report counts as a failure', () => {
    expect(tallyReports([report(suite(1, 0)), undefined])).toMatchObject({ passed: 1, failed: 1 });
  });

  test('a skipped test is named with its file, a suite that was left out with its reason', () => {
    const partial = {
      ...report(suite(1, 0, ['waits for better times'])),
      leftOut: ['b.test.ts: no browser'],
    };
    expect(tallyReports([partial]).leftOut).toEqual([
      'b.test.ts: no browser',
      'a.test.ts: waits for better times',
    ]);
  });
});
