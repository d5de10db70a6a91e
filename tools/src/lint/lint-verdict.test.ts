import { describe, expect, test } from 'vitest';
import { lintVerdict } from './lint-verdict.ts';

describe('the verdict of lint', () => {
  test('a clean run passes', () => {
    expect(lintVerdict({ exitCode: 0, output: '' })).toBe(0);
  });

  test('a fault that the linter found fails', () => {
    expect(lintVerdict({ exitCode: 1, output: '1 problem' })).toBe(1);
  });

  test('a run that skipped the boundary rule fails, although the linter was content', () => {
    const output = 'warning No cached ProjectGraph is available. The rule will be skipped.';
    expect(lintVerdict({ exitCode: 0, output })).toBe(1);
  });
});
