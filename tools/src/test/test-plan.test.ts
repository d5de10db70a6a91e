import { describe, expect, test } from 'vitest';
import { askedOf, planTests, toldOf } from './test-plan.ts';

const unit = { name: 'test', suites: ['libs/domain/src/a.test.ts', 'libs/ports/src/b.test.ts'] };
const faults = { name: 'faults', suites: ['e2e/src/faults/kafka.faults.test.ts'] };
const asked = (args: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  [unit, faults].flatMap((target) => askedOf(planTests(args, environment), target));

describe('what a command line of the test command asks for', () => {
  test('a person gets what is quick, all of it or what matches', () => {
    expect(asked([])).toEqual(unit.suites);
    expect(asked(['libs/domain'])).toEqual(['libs/domain/src/a.test.ts']);
    expect(asked(['LIBS.ports', 'domain'])).toEqual(unit.suites);
  });

  test('the suites that hurt servers run by themselves when they are asked for', () => {
    expect(asked(['--faults'])).toEqual(faults.suites);
    expect(asked(['--faults', 'mongodb'])).toEqual([]);
  });

  test('where nothing may be left out, everything runs', () => {
    const everything = { KITH_REQUIRE_ALL: '1' };
    expect(asked([], everything)).toEqual([...unit.suites, ...faults.suites]);
    expect(planTests([], everything).requireAll).toBe(true);
  });

  test('a long run has a fresh seed, any other none of its own', () => {
    expect(toldOf(planTests(['--faults', '--long'], {}), () => 7)).toEqual({
      KITH_TEST_LONG: '1',
      KITH_SEED: '7',
    });
    expect(toldOf(planTests([], {}))).toEqual({});
  });

  test('what it does not know is refused', () => {
    expect(() => planTests(['--quick'], {})).toThrow('--quick');
  });
});
