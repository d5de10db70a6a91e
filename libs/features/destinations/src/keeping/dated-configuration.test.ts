import { expect, test } from 'vitest';
import { createLive } from '@kith/platform';
import { datedBy, keyOf } from './dated-configuration.ts';
import { RULES } from './destination-stage.fake.ts';

test('a destination is dated by the moment in which the configuration came into force that had it first', () => {
  let now = 1;
  const configurationOf = (...names: readonly string[]) => ({
    accounts: new Map(),
    pipelines: new Map(),
    destinations: names.map((name) => ({ ...RULES, name })),
  });
  const { live, replace } = createLive(configurationOf('first', 'leaves'));
  const dated = live.map(datedBy(() => now));
  const dates = () =>
    dated.current().rules.destinations.map((rules) => dated.current().configuredAt.get(keyOf(rules)));
  expect(dates()).toEqual([1, 1]);
  now = 2;
  replace(configurationOf('first', 'second'));
  now = 3;
  expect(dates()).toEqual([1, 2]);
  replace(configurationOf('leaves', 'first'));
  expect(dates()).toEqual([3, 1]);
});
