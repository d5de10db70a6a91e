import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { ComputedRule } from '../pipeline/account-rules.ts';
import { sumOfEvents, withEvents, type Activity, type EventPlace } from './activity.ts';
import { planOf } from './attributes/compiled-rule.ts';
import { event } from './events/event.fake.ts';
import type { TrackedEvent } from './events/event.ts';
import { hasComeTo, withPage, type RecountPage } from './recount.ts';

const plan = planOf(
  new Map<string, ComputedRule>([
    ['views', { kind: 'count', of: 'page' }],
    ['last', { kind: 'latest', of: 'page', member: 'name' }],
    ['recent', { kind: 'top', of: 'page', member: 'name', windowMs: 3_600_000 }],
  ]),
);
const otherPlan = planOf(new Map([['views', { kind: 'count', of: 'action' }]]));

const newestFirst = (a: TrackedEvent, b: TrackedEvent): number => b.time - a.time || (a.id < b.id ? 1 : -1);

const pageOf = (stored: readonly TrackedEvent[], after: EventPlace | null, limit: number): RecountPage => {
  const rest = stored
    .toSorted(newestFirst)
    .filter(({ time, id }) => after === null || time < after.time || (time === after.time && id < after.id));
  const events = rest.slice(0, limit);
  return { events, next: rest.length > limit ? events.at(-1)! : null };
};

/** A recount to its end; before each page some events are stored, as the sink stores them. */
const recounted = (
  stored: TrackedEvent[],
  activity: Activity,
  arriving: readonly (readonly TrackedEvent[])[],
  limit: number,
): Activity => {
  const batches = [...arriving];
  let [present, place] = [activity, null as EventPlace | null];
  do {
    const batch = batches.shift() ?? [];
    stored.push(...batch);
    present = withEvents(plan, present, batch);
    if (!hasComeTo(plan, present, place)) place = null;
    const page = pageOf(stored, place, limit);
    present = withPage(plan, present, place, page);
    place = page.next;
  } while (place !== null);
  return present;
};

const events = fc.uniqueArray(
  fc
    .record({
      id: fc.uuid(),
      time: fc.integer({ min: 1, max: 8 }).map((hour) => hour * 1_800_000),
      properties: fc.record({ name: fc.constantFrom('home', 'cart') }),
    })
    .map((members) => event({ ...members, receivedAt: 9e6 })),
  { selector: ({ id }) => id, maxLength: 24 },
);

const plain = ({ recounted: _, ...activity }: Activity) => activity;

describe('a recount', () => {
  test('comes to what the stored events add up to, whatever is stored meanwhile and whatever was there before', () => {
    const before: Activity = {
      attributes: { views: { kind: 'count', count: 99 } },
      events: 7,
      lastEventAt: 0,
    };
    fc.assert(
      fc.property(events, fc.integer({ min: 1, max: 4 }), fc.nat(24), (all, limit, first) => {
        const stored = all.slice(0, first);
        const arriving = all.slice(first).map((one) => [one]);
        const length = Math.ceil(stored.length / limit);
        const activity = recounted(stored, before, arriving.slice(0, length), limit);
        expect(plain(activity)).toEqual(sumOfEvents(plan, stored));
      }),
    );
  });

  test('that finds what was there changes nothing, not even that it was there', () => {
    const stored = [1, 2, 3].map((id) => event({ id: String(id), properties: { name: 'home' } }));
    const activity = withEvents(plan, sumOfEvents(plan, []), stored);
    expect(withPage(plan, activity, null, { events: stored, next: null })).toBe(activity);
  });

  test('begins again where the rules have changed meanwhile', () => {
    const stored = [1, 2, 3].map((id) => event({ id: String(id) }));
    const begun = withPage(plan, sumOfEvents(plan, stored), null, pageOf(stored, null, 1));
    const place = begun.recount!.behind;
    expect(hasComeTo(plan, begun, place)).toBe(true);
    expect(hasComeTo(otherPlan, begun, place)).toBe(false);
    expect(withEvents(otherPlan, begun, [event({ id: '4' })]).recount).toBeUndefined();
  });

  test('counts itself, so that nobody goes on with what it has replaced', () => {
    const stored = [1, 2, 3].map((id) => event({ id: String(id) }));
    const begun = withPage(plan, sumOfEvents(plan, []), null, pageOf(stored, null, 2));
    expect(begun.recounted).toBe(1);
    const ended = withPage(plan, begun, begun.recount!.behind, pageOf(stored, begun.recount!.behind, 2));
    expect(ended).toMatchObject({ recounted: 2, events: 3 });
    expect(withEvents(plan, ended, [event({ id: '4' })])).toMatchObject({ recounted: 2, events: 4 });
  });

  test('forgets neither when somebody was last seen nor what enrichment brought', () => {
    const enriched = { city: { value: 'Oslo', time: 1, id: '1' } };
    const activity: Activity = { ...sumOfEvents(plan, []), lastEventAt: 70, lastReceivedAt: 80, enriched };
    const ended = withPage(plan, activity, null, {
      events: [event({ time: 5, receivedAt: 6 })],
      next: null,
    });
    expect(ended).toMatchObject({ events: 1, lastEventAt: 70, lastReceivedAt: 80, enriched });
  });
});
