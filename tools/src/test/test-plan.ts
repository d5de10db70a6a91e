import { parseArgs } from 'node:util';
import { randomInt } from 'node:crypto';

export interface TestPlan {
  /** The suites that hurt servers and apps take minutes: not without being asked for. */
  readonly faults: 'left out' | 'too' | 'only';
  /** Outages of a minute, and many times the random cases, each from a fresh seed. */
  readonly long: boolean;
  /** Format, lint, types and a short bench, side by side with the suites. */
  readonly checks: boolean;
  /** Parts of the paths of the suites; all where there is none. */
  readonly patterns: readonly string[];
  /** The Node that runs tests and apps: a major version or a path; this one where it is undefined. */
  readonly node: string | undefined;
  /** What this machine lacks is a failure. */
  readonly requireAll: boolean;
}

/** What a command line asks for; where nothing may be left out (`KITH_REQUIRE_ALL=1`), the faults run too. */
export const planTests = (args: readonly string[], environment: NodeJS.ProcessEnv): TestPlan => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      faults: { type: 'boolean' },
      long: { type: 'boolean' },
      checks: { type: 'boolean' },
      node: { type: 'string' },
    },
  });
  const requireAll = environment['KITH_REQUIRE_ALL'] === '1';
  return {
    faults: values.faults === true ? 'only' : requireAll ? 'too' : 'left out',
    long: values.long === true,
    checks: values.checks === true,
    patterns: positionals,
    node: values.node,
    requireAll,
  };
};

/** What the suites are told of it. */
export const toldOf = ({ long }: TestPlan, fresh = randomInt): Readonly<Record<string, string>> =>
  long ? { KITH_TEST_LONG: '1', KITH_SEED: String(fresh(2 ** 31)) } : {};

/** Whether a plan asks for a target, and for which of its suites. */
export const askedOf = (
  plan: TestPlan,
  target: { readonly name: string; readonly suites: readonly string[] },
): readonly string[] => {
  const isFaults = target.name.startsWith('faults');
  const isAsked = plan.faults === 'too' || (plan.faults === 'only') === isFaults;
  const matches = (suite: string): boolean =>
    plan.patterns.length === 0 || plan.patterns.some((pattern) => new RegExp(pattern, 'i').test(suite));
  return isAsked ? target.suites.filter(matches) : [];
};
