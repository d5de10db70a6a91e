import { describe, expect, test } from 'vitest';
import { sortOut } from './left-out-suites.ts';

const requirement = {
  mark: 'chromium',
  name: 'Chromium',
  find: () => ({ found: false, reason: 'none here' }) as const,
};
const suites = ['e2e/src/path.test.ts', 'e2e/src/page.chromium.test.ts', 'e2e/src/chromium.test.ts'];

describe('the suites that a machine cannot run', () => {
  test('a suite is left out by the mark in its name, and the line says what is missing', () => {
    expect(sortOut(suites, [{ requirement, finding: requirement.find() }])).toEqual({
      runnable: ['e2e/src/path.test.ts', 'e2e/src/chromium.test.ts'],
      leftOut: ['e2e/src/page.chromium.test.ts: needs Chromium: none here'],
    });
  });

  test('nothing is left out where the requirement was found', () => {
    const survey = [{ requirement, finding: { found: true, environment: {} } as const }];
    expect(sortOut(suites, survey)).toEqual({ runnable: suites, leftOut: [] });
  });
});
