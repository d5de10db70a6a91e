import { describe, expect, test } from 'vitest';
import { exitCodeOf, exitCodeOfPart, summaryLines } from './summary.ts';

const complete = { passed: 7, failed: 0, failures: [], leftOut: [] };
const partial = {
  passed: 7,
  failed: 0,
  failures: [],
  leftOut: ['page.chromium.test.ts: needs Chromium: none here'],
};

describe('the last lines of a test run', () => {
  test('the very last line is the count', () => {
    expect(summaryLines(complete, false).at(-1)).toBe('7 passed, 0 failed');
  });

  test('what failed is named again above the count, where a log that was cut still has it', () => {
    const lines = summaryLines(
      { ...complete, failed: 1, failures: ['a.test.ts: greets\n    no answer'] },
      true,
    );
    expect(lines.slice(-4)).toEqual([
      'Failed:',
      '  a.test.ts: greets\n    no answer',
      '',
      '7 passed, 1 failed',
    ]);
  });

  test('what was left out is named with its reason and does not fail the run', () => {
    expect(summaryLines(partial, false)).toEqual([
      'Left out:',
      '  page.chromium.test.ts: needs Chromium: none here',
      '7 passed, 0 failed',
    ]);
    expect(exitCodeOf(partial, false)).toBe(0);
  });

  test('where everything is required, what was left out counts as failed', () => {
    expect(summaryLines(partial, true).at(-1)).toBe('7 passed, 1 failed');
    expect(exitCodeOf(partial, true)).toBe(1);
  });

  test('a run with a failed test fails, and so does a run of no tests', () => {
    expect(exitCodeOf({ passed: 7, failed: 1, leftOut: [] }, false)).toBe(1);
    expect(exitCodeOf({ passed: 0, failed: 0, leftOut: [] }, false)).toBe(1);
  });

  test('a part of a run that this machine lacks everything for fails only where everything is required', () => {
    const lacking = { passed: 0, failed: 0, leftOut: partial.leftOut };
    expect(exitCodeOf(lacking, false)).toBe(1);
    expect(exitCodeOfPart(lacking, false)).toBe(0);
    expect(exitCodeOfPart(lacking, true)).toBe(1);
    expect(exitCodeOfPart({ ...lacking, failed: 1 }, false)).toBe(1);
    expect(exitCodeOfPart({ ...lacking, leftOut: [] }, false)).toBe(1);
  });
});
