import { describe, expect, test } from 'vitest';
import { addTallies, type JestReport, tallyReport } from './jest-results.ts';

const suite = (status: string, ...tests: string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map((outcome, index) => ({ fullName: `test ${index}`, status: outcome })),
});
const report = (...testResults: JestReport['testResults']): JestReport => ({
  numPassedTests: testResults.flatMap((s) => s.assertionResults).filter((t) => t.status === 'passed').length,
  numFailedTests: testResults.flatMap((s) => s.assertionResults).filter((t) => t.status === 'failed').length,
  testResults,
});

describe('the tally of a run of jest', () => {
  test('passed and failed tests are counted', () => {
    const run = report(suite('passed', 'passed', 'passed'), suite('failed', 'passed', 'failed'));
    expect(tallyReport(run, 1)).toEqual({ passed: 3, failed: 1, leftOut: [] });
  });

  test('a suite that could not run counts as a failure', () => {
    expect(tallyReport(report(suite('passed', 'passed'), suite('failed')), 1)).toMatchObject({ failed: 1 });
  });

  test('a run that ended badly without a failed test counts as a failure', () => {
    expect(tallyReport(report(suite('passed', 'passed')), 1)).toMatchObject({ passed: 1, failed: 1 });
  });

  test('a run without a report counts as a failure', () => {
    expect(tallyReport(undefined, 0)).toEqual({ passed: 0, failed: 1, leftOut: [] });
  });

  test('a skipped test is named as left out', () => {
    expect(tallyReport(report(suite('passed', 'passed', 'pending')), 0).leftOut).toEqual([
      'test 1 (pending)',
    ]);
  });

  test('the tallies of several runs add up', () => {
    const tally = { passed: 2, failed: 1, leftOut: ['a'] };
    expect(addTallies([tally, tally])).toEqual({ passed: 4, failed: 2, leftOut: ['a', 'a'] });
  });
});
