import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { attributeValues } from '../../answer/attribute-values.ts';
import type { AttributeRule } from '../../pipeline/account-rules.ts';
import { NO_ACTIVITY, sumOfActivities, type Activity } from '../activity.ts';
import { attributeRules, planOf } from '../attributes/compiled-rule.ts';
import { withEnrichment } from './enriched.ts';
import { withPage } from '../recount.ts';

const rules: ReadonlyMap<string, AttributeRule> = new Map([
  ['browser', { kind: 'enriched' }],
  ['score', { kind: 'enriched' }],
  ['pageViews', { kind: 'count', of: 'page' }],
]);

interface Told {
  readonly id: string;
  readonly receivedAt: number;
  readonly values: Readonly<Record<string, string | number | boolean>>;
}

const bringing = (activity: Activity, told: Told): Activity => withEnrichment(activity, rules, told);

const shown = (...activities: readonly Activity[]) => {
  const account = attributeRules(rules);
  const activity = sumOfActivities(account.plan, activities);
  return attributeValues({ account, profile: {}, activity, now: 0 });
};

describe('what enrichment brings to a profile', () => {
  test('is the latest of each attribute, as text', () => {
    const first = bringing(NO_ACTIVITY, { id: 'a', receivedAt: 2, values: { browser: 'Firefox', score: 7 } });
    const second = bringing(first, { id: 'b', receivedAt: 3, values: { score: false } });
    const late = bringing(second, { id: 'c', receivedAt: 1, values: { browser: 'Safari' } });
    expect(shown(late)).toEqual({ browser: 'Firefox', score: 'false', pageViews: '' });
  });

  test('is left out where no step of the account brings it to profiles', () => {
    const activity = bringing(NO_ACTIVITY, { id: 'a', receivedAt: 1, values: { pageViews: 9, other: 'x' } });
    expect(activity).toBe(NO_ACTIVITY);
  });

  test('outlives a recount of the events, which cannot bring it back', () => {
    const before = bringing(NO_ACTIVITY, { id: 'a', receivedAt: 1, values: { browser: 'Firefox' } });
    const after = withPage(planOf(rules), before, null, { events: [], next: null });
    expect(shown(after)).toMatchObject({ browser: 'Firefox' });
  });

  test('is no longer known where a later request did not find it', () => {
    const before = bringing(NO_ACTIVITY, {
      id: 'a',
      receivedAt: 2,
      values: { browser: 'Firefox', score: 7 },
    });
    const emptied = bringing(before, { id: 'b', receivedAt: 3, values: { browser: '', score: 8 } });
    const late = bringing(emptied, { id: 'c', receivedAt: 1, values: { browser: 'Safari', score: 6 } });
    expect(shown(late)).toMatchObject({ browser: '', score: '8' });
    const again = bringing(late, { id: 'd', receivedAt: 4, values: { browser: 'Edge', score: '' } });
    expect(shown(again)).toMatchObject({ browser: 'Edge', score: '' });
  });

  test('changes nothing where it was brought before', () => {
    const told = { id: 'a', receivedAt: 1, values: { browser: 'Firefox' } };
    const once = bringing(NO_ACTIVITY, told);
    const twice = bringing(once, { ...told, id: 'b', receivedAt: 2 });
    expect(bringing(once, told)).toBe(once);
    expect(bringing(twice, told)).toBe(twice);
  });

  test('comes to the same in any order, over any number of umids, told once or again', () => {
    const told = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      receivedAt: fc.integer({ min: 0, max: 3 }),
      values: fc.dictionary(fc.constantFrom('browser', 'score'), fc.constantFrom('x', 'y', '', 1, true)),
    });
    // A record says one thing: what is told again is the same again.
    const all = fc.uniqueArray(told, { selector: ({ id, receivedAt }) => `${id} ${receivedAt}` });
    const shuffled = all.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray([...list, ...list], { minLength: 2 * list.length }),
        fc.array(fc.nat(2), { minLength: 2 * list.length, maxLength: 2 * list.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([list, delivered, umids]) => {
        const activities: Activity[] = [NO_ACTIVITY, NO_ACTIVITY, NO_ACTIVITY];
        delivered.forEach((one, index) => {
          const umid = umids[index] ?? 0;
          activities[umid] = bringing(activities[umid]!, one);
        });
        expect(shown(...activities)).toEqual(shown(list.reduce<Activity>(bringing, NO_ACTIVITY)));
      }),
    );
  });

  test('is of one request where each told all that it knew, found or not, in any order and over any number of umids', () => {
    const told = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      receivedAt: fc.integer({ min: 0, max: 3 }),
      values: fc.record({ browser: fc.constantFrom('x', 'y', ''), score: fc.constantFrom('1', '2', '') }),
    });
    const all = fc.uniqueArray(told, {
      minLength: 1,
      selector: ({ id, receivedAt }) => `${id} ${receivedAt}`,
    });
    fc.assert(
      fc.property(all, fc.array(fc.nat(2), { minLength: 16, maxLength: 16 }), (list, umids) => {
        const activities: Activity[] = [NO_ACTIVITY, NO_ACTIVITY, NO_ACTIVITY];
        list.forEach((one, index) => {
          const umid = umids[index] ?? 0;
          activities[umid] = bringing(activities[umid]!, one);
        });
        const latest = list.reduce((a, b) =>
          b.receivedAt > a.receivedAt || (b.receivedAt === a.receivedAt && b.id > a.id) ? b : a,
        );
        expect(shown(...activities)).toMatchObject(latest.values);
      }),
    );
  });

  test('is never cut in the middle of a character', () => {
    const long = `${'x'.repeat(511)}😀`;
    const activity = bringing(NO_ACTIVITY, { id: 'a', receivedAt: 1, values: { browser: long } });
    expect(shown(activity)).toMatchObject({ browser: 'x'.repeat(511) });
  });
});
