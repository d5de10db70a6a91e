import { describe, expect, test } from 'vitest';
import { planTests } from './test-plan.ts';

const everything = { KITH_REQUIRE_ALL: '1' };

describe('what a command line of the test command asks for', () => {
  test('a person gets what is quick, all of it or what matches', () => {
    expect(planTests([], {})).toEqual({
      projects: ['unit', 'e2e', 'alone'],
      patterns: [],
      requireAll: false,
    });
    expect(planTests(['libs/domain'], {}).patterns).toEqual(['libs/domain']);
  });

  test('the suites that hurt servers run by themselves when they are asked for', () => {
    expect(planTests(['--faults', 'kafka'], {})).toEqual({
      projects: ['faults'],
      patterns: ['kafka'],
      requireAll: false,
    });
  });

  test('where nothing may be left out, everything runs, and what hurts servers last', () => {
    expect(planTests([], everything)).toEqual({
      projects: ['unit', 'e2e', 'alone', 'faults'],
      patterns: [],
      requireAll: true,
    });
    expect(planTests(['--faults'], everything).projects).toEqual(['faults']);
  });
});
