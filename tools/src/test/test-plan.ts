import type { JestProject } from './run-jest.ts';

/** Which tests to run. */
export interface TestPlan {
  /** In the order in which they run. */
  readonly projects: readonly JestProject[];
  /** Parts of the paths of the suites; all where there is none. */
  readonly patterns: readonly string[];
  /** What this machine lacks is a failure. */
  readonly requireAll: boolean;
}

const QUICK: readonly JestProject[] = ['unit', 'e2e', 'alone'];

/**
 * What a command line asks for. The suites that hurt servers take minutes: they run by themselves after `--faults`, and
 * with everything where nothing may be left out (`KITH_REQUIRE_ALL=1`).
 */
export const planTests = (args: readonly string[], environment: NodeJS.ProcessEnv): TestPlan => {
  const requireAll = environment['KITH_REQUIRE_ALL'] === '1';
  const otherwise: readonly JestProject[] = requireAll ? [...QUICK, 'faults'] : QUICK;
  return {
    projects: args.includes('--faults') ? ['faults'] : otherwise,
    patterns: args.filter((arg) => arg !== '--faults'),
    requireAll,
  };
};
