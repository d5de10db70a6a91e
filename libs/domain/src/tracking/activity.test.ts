import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { AttributeRule } from '../pipeline/account-rules.ts';
import { attributeValues } from '../answer/attribute-values.ts';
import { NO_ACTIVITY, sumOfActivities, withEvents, type Activity } from './activity.ts';
import { attributeRules } from './attributes/compiled-rule.ts';
import { event } from './events/event.fake.ts';
import type { TrackedEvent } from './events/event.ts';

const rules: ReadonlyMap<string, AttributeRule> = new Map<string, AttributeRule>([
  ['pageViews', { kind: 'count', of: 'page' }],
  ['lastPage', { kind: 'latest', of: 'page', member: 'name' }],
  ['topCategory', { kind: 'top', of: 'action', member: 'category' }],
]);

const account = attributeRules(rules);

const fold = (events: readonly TrackedEvent[]) =>
  events.reduce<Activity>((activity, one) => withEvents(account.plan, activity, [one]), NO_ACTIVITY);

const values = (activity: Activity) => attributeValues({ account, profile: {}, activity, now: 1 });

const events = fc.uniqueArray(
  fc
    .record({
      id: fc.uuid(),
      type: fc.constantFrom('page', 'action'),
      time: fc.integer({ min: 0, max: 5 }),
      properties: fc.record({
        name: fc.constantFrom('home', 'cart', '__proto__'),
        category: fc.constantFrom('a', 'b', 'constructor'),
      }),
    })
    .map((members) => event(members as Partial<TrackedEvent>)),
  { selector: ({ id }) => id },
);

describe('activity', () => {
  test('gives a flat map of strings, empty where nothing is known', () => {
    expect(values(NO_ACTIVITY)).toEqual({ pageViews: '', lastPage: '', topCategory: '' });
  });

  test('counts, keeps the latest and finds the most frequent', () => {
    const activity = fold([
      event({ id: '1', time: 2, properties: { name: 'cart' } }),
      event({ id: '2', time: 1, properties: { name: 'home' } }),
      event({ id: '3', type: 'action', properties: { category: 'shoes' } }),
    ]);
    expect(values(activity)).toEqual({
      pageViews: '2',
      lastPage: 'cart',
      topCategory: 'shoes',
    });
  });

  test('is the same for any order of events and any split over umids', () => {
    const history = events.chain((sent) =>
      fc.record({
        sent: fc.constant(sent),
        arrived: fc.shuffledSubarray([...sent], { minLength: sent.length }),
        under: fc.array(fc.nat(2), { minLength: sent.length, maxLength: sent.length }),
      }),
    );
    fc.assert(
      fc.property(history, ({ sent, arrived, under }) => {
        const perUmid = [0, 1, 2].map((umid) =>
          fold(arrived.filter((_event, index) => under[index] === umid)),
        );
        const sum = sumOfActivities(account.plan, perUmid);
        expect(values(sum)).toEqual(values(fold(sent)));
        expect(sum.events).toBe(sent.length);
      }),
    );
  });
});
