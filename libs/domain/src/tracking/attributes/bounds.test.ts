import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { runs } from '@kith/testing/random';
import type { ComputedRule } from '../../pipeline/account-rules.ts';
import {
  addActivities,
  computedValue,
  NO_ACTIVITY,
  sumOfEvents,
  withEvents,
  type ActivitySum,
} from '../activity.ts';
import { event } from '../events/event.fake.ts';
import type { TrackedEvent } from '../events/event.ts';
import { planOf } from './compiled-rule.ts';
import { DISTINCT_VALUES } from './distinct.ts';
import { TOP_ROOM } from './top.ts';

const DAY = 24 * 3_600_000;
const NOW = 20_000 * DAY;

const limits = { of: 'action', member: 'value' } as const;
const rules = new Map<string, ComputedRule>([
  ['top', { kind: 'top', ...limits }],
  ['recentTop', { kind: 'top', ...limits, windowMs: 3 * DAY }],
  ['distinct', { kind: 'distinct', ...limits }],
  ['recentDistinct', { kind: 'distinct', ...limits, windowMs: 30 * DAY }],
]);
const plan = planOf(rules);

const shown = (activity: ActivitySum, name: string, now = NOW): string =>
  computedValue(plan, activity, name, now);

const said = (value: string, id: number, daysAgo = 0): TrackedEvent =>
  event({
    id: String(id),
    type: 'action',
    time: NOW - daysAgo * DAY,
    receivedAt: NOW,
    properties: { value },
  });

/** Long values of which a part alone has room. */
const crowd = Array.from({ length: 900 }, (_, id) =>
  said(`${id}${'x'.repeat(id % 3 === 0 ? 400 : 20)}`, id, id % 5),
);

describe('what a visitor sends beyond all bounds', () => {
  test('is kept to the same bound in any order, under any umids and by any merges', () => {
    const whole = sumOfEvents(plan, crowd).attributes;
    const split = fc.record({
      arrived: fc.shuffledSubarray(crowd, { minLength: crowd.length }),
      cuts: fc.array(fc.nat(crowd.length), { maxLength: 4 }),
      backwards: fc.boolean(),
    });
    fc.assert(
      fc.property(split, ({ arrived, cuts, backwards }) => {
        const ends = [0, ...cuts.toSorted((a, b) => a - b), crowd.length];
        const parts = ends.slice(1).map((end, index) => sumOfEvents(plan, arrived.slice(ends[index], end)));
        const inOrder = backwards ? parts.toReversed() : parts;
        const sum = inOrder.reduce((a, b) => addActivities(plan, a, b));
        expect(sum.attributes).toEqual(whole);
      }),
      { numRuns: runs(4), endOnFailure: true },
    );
  });

  test('makes no attribute larger than it may be', () => {
    const { attributes } = sumOfEvents(plan, crowd);
    for (const form of Object.values(attributes)) {
      expect(JSON.stringify(form).length).toBeLessThan(1.2 * TOP_ROOM);
    }
  });

  test('leaves exact what is kept: a value that was kept is counted from its first event', () => {
    const activity = withEvents(plan, sumOfEvents(plan, crowd), crowd);
    const { buckets } = activity.attributes['top'] as { buckets: Record<string, Record<string, number>> };
    expect(new Set(Object.values(buckets['0'] ?? {}))).toEqual(new Set([2]));
  });

  test('is told by distinct, which is exact up to its bound', () => {
    const exact = Array.from({ length: DISTINCT_VALUES }, (_, id) => said(`v${id}`, id));
    const full = sumOfEvents(plan, exact);
    expect(shown(full, 'distinct')).toBe(`${DISTINCT_VALUES}`);
    const more = withEvents(plan, full, [said('one more', -1)]);
    expect(shown(more, 'distinct')).toBe(`${DISTINCT_VALUES}+`);
    expect(shown(more, 'recentDistinct')).toBe(`${DISTINCT_VALUES}+`);
  });

  test('is forgotten by a window that has passed it', () => {
    const flood = Array.from({ length: 3_000 }, (_, id) => said(`v${id}`, id, 40));
    const activity = withEvents(plan, sumOfEvents(plan, flood), [said('a', -1), said('b', -2)]);
    expect(shown(activity, 'recentDistinct')).toBe('2');
    expect(shown(activity, 'distinct')).toBe(`${DISTINCT_VALUES}+`);
  });
});

describe('a form that another rule has made', () => {
  test('shows nothing, and the present rule begins from nothing', () => {
    const former = planOf(new Map([['top', { kind: 'top', of: 'page', member: 'value' }]]));
    const stored = sumOfEvents(former, [event({ properties: { value: 'old' } })]);
    expect(shown(stored, 'top')).toBe('');
    const goneOn = withEvents(plan, stored, [said('new', 1)]);
    expect(shown(goneOn, 'top')).toBe('new');
    const ofBoth = addActivities(plan, sumOfEvents(plan, [said('new', 1)]), stored);
    expect(ofBoth.attributes['top']).toEqual(
      addActivities(plan, stored, sumOfEvents(plan, [said('new', 1)])).attributes['top'],
    );
    expect(shown(ofBoth, 'top')).toBe('new');
  });

  test('of which nothing is known but its kind counts as made by a rule over everything', () => {
    const planNow = planOf(
      new Map<string, ComputedRule>([
        ['views', { kind: 'count', of: 'page' }],
        ['last', { kind: 'latest', of: 'page', member: 'name' }],
        ['best', { kind: 'top', of: 'page', member: 'name' }],
        ['recent', { kind: 'count', of: 'page', windowMs: DAY }],
      ]),
    );
    const stored: ActivitySum = {
      ...NO_ACTIVITY,
      attributes: {
        views: { kind: 'count', count: 4 },
        last: { kind: 'latest', value: 'home', time: 1, eventId: '1' },
        best: { kind: 'top', counts: { ':home': 3, ':cart': 1 } },
        recent: { kind: 'count', count: 4 },
      },
    };
    const view = event({ id: '2', time: 2, receivedAt: 2, properties: { name: 'cart' } });
    const activity = withEvents(planNow, stored, [view]);
    const told = (of: ActivitySum) =>
      Array.from(planNow.computed.keys(), (name) => computedValue(planNow, of, name, 2));
    expect(told(stored)).toEqual(['4', 'home', 'home', '']);
    expect(told(activity)).toEqual(['5', 'cart', 'home', '1']);
  });
});
