import { describe, expect, test } from 'vitest';
import { leftOutSuites, listSuites } from './left-out-suites.ts';
import { planTests } from './test-plan.ts';

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
    expect(await listSuites(planTests([], {}))).toContain('tools/src/test/left-out-suites.test.ts');
    const some = planTests(['tools/src/TEST/left'], {});
    expect(await listSuites(some)).toEqual(['tools/src/test/left-out-suites.test.ts']);
  });

  test('the suites that hurt servers are found where they are planned', async () => {
    const suite = 'tools/src/servers/redis.faults.test.ts';
    expect(await listSuites(planTests([], {}))).not.toContain(suite);
    expect(await listSuites(planTests(['tools.*redis'], { KITH_REQUIRE_ALL: '1' }))).toContain(suite);
    expect(await listSuites(planTests(['--faults', 'tools.*redis'], {}))).toEqual([suite]);
  });
});
