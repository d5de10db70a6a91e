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
import type { TrackedEvent } from '../events/event.ts';
import { event } from '../events/event.fake.ts';
import { momentOf, windowOf } from './attribute-window.ts';
import { planOf } from './compiled-rule.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 20_000 * DAY + 5 * HOUR;

const member = 'value';
const rules: ReadonlyMap<string, ComputedRule> = new Map(
  [undefined, 30 * DAY, 12 * HOUR, 90 * 60_000, 365 * DAY].flatMap((windowMs) =>
    (['count', 'sum', 'latest', 'first', 'top', 'distinct'] as const).flatMap((kind) =>
      [undefined, { action: 'buy' }].map((where, index): [string, ComputedRule] => {
        const limits = {
          ...(windowMs === undefined ? {} : { windowMs }),
          ...(where === undefined ? {} : { where }),
        };
        const rule = { of: 'action', ...limits };
        const name = `${kind}-${windowMs ?? 'all'}-${index}`;
        return [name, kind === 'count' ? { kind, ...rule } : { kind, ...rule, member }];
      }),
    ),
  ),
);
const plan = planOf(rules);

/** The events that a rule counts. */
const countedBy = (
  rule: ComputedRule,
  all: readonly TrackedEvent[],
  now: number,
): readonly TrackedEvent[] => {
  const { where = {}, windowMs } = rule;
  return all
    .filter(({ type }) => type === rule.of)
    .filter(({ properties }) => Object.entries(where).every(([name, value]) => properties[name] === value))
    .filter((one) => windowMs === undefined || isWithin(windowMs, momentOf(one), now))
    .filter(({ properties }) => rule.kind === 'count' || properties[member] !== undefined);
};

/** The same from the events alone, as a person would count them. */
const recounted = (rule: ComputedRule, all: readonly TrackedEvent[], now: number): string => {
  const own = countedBy(rule, all, now);
  if (rule.kind === 'count') return own.length === 0 ? '' : String(own.length);
  const told = (one: TrackedEvent): string => String(one.properties[member]);
  const timeOf = (one: TrackedEvent): number => (rule.windowMs === undefined ? one.time : momentOf(one));
  const inOrder = own.toSorted((a, b) => timeOf(a) - timeOf(b) || (a.id < b.id ? -1 : 1));
  switch (rule.kind) {
    case 'sum': {
      const numbers = own.map(told).filter((text) => /\d/.test(text));
      const cents = numbers.reduce((sum, text) => sum + Math.round(Number(text) * 100), 0);
      return numbers.length === 0 ? '' : String(cents / 100);
    }
    case 'latest':
      return inOrder.length === 0 ? '' : told(inOrder.at(-1)!);
    case 'first':
      return inOrder.length === 0 ? '' : told(inOrder[0]!);
    case 'top':
      return mostOf(own.map(told));
    case 'distinct':
      return own.length === 0 ? '' : String(new Set(own.map(told)).size);
  }
};

const isWithin = (windowMs: number, moment: number, now: number): boolean => {
  const { bucketMs, buckets } = windowOf(windowMs);
  return Math.floor(moment / bucketMs) > Math.floor(now / bucketMs) - buckets;
};

const mostOf = (values: readonly string[]): string =>
  [...new Set(values)].toSorted(
    (a, b) =>
      values.filter((one) => one === b).length - values.filter((one) => one === a).length || (a < b ? -1 : 1),
  )[0] ?? '';

const events = fc.uniqueArray(
  fc
    .record({
      id: fc.uuid(),
      type: fc.constantFrom<TrackedEvent['type']>('page', 'action'),
      time: fc.oneof(
        fc.integer({ min: NOW - 2 * HOUR, max: NOW + HOUR }),
        fc.integer({ min: NOW - 14 * HOUR, max: NOW + DAY }),
        fc.integer({ min: NOW - 32 * DAY, max: NOW }),
        fc.integer({ min: NOW - 380 * DAY, max: NOW }),
      ),
      receivedAt: fc.integer({ min: NOW - HOUR, max: NOW }),
      properties: fc.record(
        {
          value: fc.oneof(
            fc.integer({ min: -999, max: 99_999 }).map((cents) => cents / 100),
            fc.constantFrom('12.10', '7', '__proto__', 'constructor'),
          ),
          action: fc.constantFrom('buy', 'look'),
        },
        { requiredKeys: ['action'] },
      ),
    })
    .map((members) => event(members)),
  { selector: ({ id }) => id, maxLength: 30 },
);

/** Adds up parts two by two, in an order that the numbers say. */
const addedUp = (parts: readonly ActivitySum[], picks: readonly number[]): ActivitySum => {
  const left = [...parts];
  for (const pick of picks) {
    if (left.length < 2) break;
    const [a] = left.splice(pick % left.length, 1);
    const [b] = left.splice(pick % left.length, 1);
    left.push(addActivities(plan, b!, a!));
  }
  return left.reduce((a, b) => addActivities(plan, a, b));
};

const values = (activity: ActivitySum, now: number) =>
  Object.fromEntries(Array.from(rules.keys(), (name) => [name, computedValue(plan, activity, name, now)]));

describe('computed attributes', () => {
  test('are what a plain recount gives, in any order, for any split over umids, any merges and any later moment', () => {
    const history = events.chain((all) =>
      fc.record({
        all: fc.constant(all),
        arrived: fc.shuffledSubarray([...all], { minLength: all.length }),
        under: fc.array(fc.nat(3), { minLength: all.length, maxLength: all.length }),
        batches: fc.integer({ min: 1, max: 5 }),
        picks: fc.array(fc.nat(9), { minLength: 3, maxLength: 3 }),
        later: fc.oneof(fc.integer({ min: -60_000, max: 2 * HOUR }), fc.nat(40 * DAY)),
      }),
    );
    fc.assert(
      fc.property(history, ({ all, arrived, under, batches, picks, later }) => {
        const perUmid = [0, 1, 2, 3].map((umid) =>
          inBatches(
            arrived.filter((_event, index) => under[index] === umid),
            batches,
          ).reduce<ActivitySum>((sum, batch) => withEvents(plan, sum, batch), NO_ACTIVITY),
        );
        const told = values(addedUp(perUmid, picks), NOW + later);
        const expected = Array.from(rules, ([name, rule]) => [name, recounted(rule, all, NOW + later)]);
        expect(told).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: runs(200), endOnFailure: true },
    );
  });

  test('of a person who was there every day of a year hold no more than their windows reach', () => {
    const days = Array.from({ length: 365 }, (_, day) =>
      event({
        id: `${day}`,
        time: NOW - day * DAY,
        receivedAt: NOW,
        type: 'action',
        properties: { value: day },
      }),
    );
    const own = planOf(new Map([['days', { kind: 'count', of: 'action', windowMs: 30 * DAY }]]));
    const activity = withEvents(own, NO_ACTIVITY, days);
    expect(activity.attributes['days']).toMatchObject({ kind: 'count' });
    expect(Object.keys((activity.attributes['days'] as { buckets: object }).buckets)).toHaveLength(31);
  });

  test('of long texts have a beginning without half a character', () => {
    const long = (text: string) =>
      event({ type: 'action', time: NOW, receivedAt: NOW, properties: { value: text } });
    const sum = sumOfEvents(plan, [long(`${'x'.repeat(511)}😀`), long(`${'x'.repeat(511)}😁`)]);
    expect(values(sum, NOW)).toMatchObject({
      'latest-all-0': 'x'.repeat(511),
      'first-all-0': 'x'.repeat(511),
      'top-all-0': 'x'.repeat(511),
      'distinct-all-0': '1',
    });
  });

  test('of events without their member say nothing', () => {
    const silent = [
      event({ type: 'action', time: NOW, receivedAt: NOW, properties: { value: { deep: 1 } } }),
    ];
    const told = values(sumOfEvents(plan, silent), NOW);
    expect(Object.entries(told).filter(([name, value]) => value !== '' && !name.startsWith('count'))).toEqual(
      [],
    );
  });
});

const inBatches = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
