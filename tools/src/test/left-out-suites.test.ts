import { describe, expect, test } from '@jest/globals';
import { leftOutSuites, listSuites } from './left-out-suites.ts';

const requirement = {
  mark: 'chromium',
  name: 'Chromium',
  find: () => ({ found: false, reason: 'none here' }) as const,
};
const suites = ['e2e/src/path.test.ts', 'e2e/src/page.chromium.test.ts', 'e2e/src/chromium.test.ts'];

describe('the suites that a machine cannot run', () => {
  test('a suite is left out by the mark in its name, and the line says what is missing', () => {
    expect(leftOutSuites(suites, [{ requirement, finding: requirement.find() }])).toEqual([
      'e2e/src/page.chromium.test.ts: needs Chromium: none here',
    ]);
  });

  test('nothing is left out where the requirement was found', () => {
    expect(leftOutSuites(suites, [{ requirement, finding: { found: true, environment: {} } }])).toEqual([]);
  });

  test('the suites of the workspace are found, this one among them', async () => {
    expect(await listSuites()).toContain('tools/src/test/left-out-suites.test.ts');
    expect(await listSuites(['tools/src/TEST/left'])).toEqual(['tools/src/test/left-out-suites.test.ts']);
  });
});
