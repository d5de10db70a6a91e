import type { AttributePlan } from '../pipeline/account-rules.ts';
import type { EpochMs } from '../epoch.ts';
import { addAttributeForms, formsOf, shownValue, type AttributeForms } from './attributes/attribute-forms.ts';
import { addEnriched, enrichedMember, type Enriched } from './events/enriched.ts';
import type { TrackedEvent } from './events/event.ts';

/** What events add up to. */
export interface ActivitySum {
  readonly attributes: AttributeForms;
  readonly events: number;
  readonly lastEventAt: EpochMs;
  /** When the last of them was received; absent in what was stored before this was kept. */
  readonly lastReceivedAt?: EpochMs;
  /** What enrichment brought; it comes of no stored event. */
  readonly enriched?: Enriched;
}

/** What the events under one umid add up to, as it is stored. */
export interface Activity extends ActivitySum {
  /**
   * How often a recount has written it; absent: never. Whoever goes on with what another recount has replaced must start
   * again.
   */
  readonly recounted?: number;
  /** A recount under way: see recount.ts. */
  readonly recount?: Recount;
}

/** Where an event stands among those of its umid, the newest first: by its time, then by its id. */
export type EventPlace = Pick<TrackedEvent, 'time' | 'id'>;

/** A recount that has counted the stored events down to a place; events that come meanwhile ahead of it are in it too. */
export interface Recount {
  /** By which rules. */
  readonly plan: string;
  /** The last event that it has counted. */
  readonly behind: EventPlace;
  readonly sum: ActivitySum;
}

export const NO_ACTIVITY: ActivitySum = { attributes: {}, events: 0, lastEventAt: 0 };

/** The activity with more events in it; a recount under way by the same rules goes on with them, any other one ends. */
export const withEvents = (
  plan: AttributePlan,
  activity: Activity,
  events: readonly TrackedEvent[],
): Activity => {
  const sum = addActivities(plan, activity, sumOfEvents(plan, events));
  const { recounted, recount } = activity;
  return {
    ...sum,
    ...(recounted === undefined ? {} : { recounted }),
    ...(recount?.plan === plan.mark ? { recount: recountWith(plan, recount, events) } : {}),
  };
};

/** What events add up to by the rules of a plan. */
export const sumOfEvents = (plan: AttributePlan, events: readonly TrackedEvent[]): ActivitySum => ({
  attributes: formsOf(plan, events),
  events: events.length,
  lastEventAt: events.reduce((last, { time }) => Math.max(last, time), 0),
  ...(events.length === 0 ? {} : { lastReceivedAt: Math.max(...events.map(({ receivedAt }) => receivedAt)) }),
});

const recountWith = (plan: AttributePlan, recount: Recount, events: readonly TrackedEvent[]): Recount => {
  const passed = events.filter((event) => !isBehind(event, recount.behind));
  return { ...recount, sum: addActivities(plan, recount.sum, sumOfEvents(plan, passed)) };
};

const isBehind = (event: EventPlace, place: EventPlace): boolean =>
  event.time < place.time || (event.time === place.time && event.id < place.id);

/** The sum of two activities by the rules of a plan: associative and commutative. */
export const addActivities = (plan: AttributePlan, a: ActivitySum, b: ActivitySum): ActivitySum => ({
  attributes: addAttributeForms(plan, a.attributes, b.attributes),
  events: a.events + b.events,
  lastEventAt: Math.max(a.lastEventAt, b.lastEventAt),
  ...lastReceipt(a, b),
  ...enrichedMember(addEnriched(a.enriched, b.enriched)),
});

const lastReceipt = (a: ActivitySum, b: ActivitySum): Pick<ActivitySum, 'lastReceivedAt'> => {
  const times = [a.lastReceivedAt, b.lastReceivedAt].filter((time) => time !== undefined);
  return times.length === 0 ? {} : { lastReceivedAt: Math.max(...times) };
};

/** The sum that a profile reads over its own umid and those that it absorbed, by the account's rules. */
export const sumOfActivities = (plan: AttributePlan, activities: readonly ActivitySum[]): ActivitySum =>
  activities.reduce<ActivitySum>((sum, activity) => addActivities(plan, sum, activity), NO_ACTIVITY);

/**
 * What a computed attribute comes to by its rule at a moment (epoch milliseconds), '' where its rule knows nothing yet, or
 * nothing within its window. What another rule has made under the name does not count.
 */
export const computedValue = (
  { computed }: AttributePlan,
  { attributes }: Pick<ActivitySum, 'attributes'>,
  name: string,
  now: EpochMs,
): string => {
  const rule = computed.get(name);
  return rule === undefined ? '' : shownValue(rule, attributes[name], now);
};
