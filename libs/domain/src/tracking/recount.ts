import {
  addActivities,
  NO_ACTIVITY,
  sumOfEvents,
  type Activity,
  type ActivitySum,
  type EventPlace,
  type Recount,
} from './activity.ts';
import type { AttributePlan } from '../pipeline/account-rules.ts';
import type { TrackedEvent } from './events/event.ts';

/*
 * A recount counts the stored events of a umid again, page by page, the newest first. After each page the activity
 * remembers how far it has come and what that adds up to. An event that is stored meanwhile ahead of that place is added
 * to both, one behind it is met by the recount itself: so nothing has to stand still, and every event counts once.
 */

/** A page of the stored events of a umid, in their order. */
export interface RecountPage {
  readonly events: readonly TrackedEvent[];
  /** The place that the next page begins behind; null where there is none. */
  readonly next: EventPlace | null;
}

/** Whether the recount of an activity has come to that place, by the rules of the plan; null: it begins. */
export const hasComeTo = (plan: AttributePlan, { recount }: Activity, place: EventPlace | null): boolean =>
  place === null ||
  (recount?.plan === plan.mark && recount.behind.id === place.id && recount.behind.time === place.time);

/**
 * The activity after one more page, of the place that it has come to. With the last page it is what the stored events
 * add up to; when its person was last seen is not forgotten, as an event may have expired that told of it.
 */
export const withPage = (
  plan: AttributePlan,
  activity: Activity,
  place: EventPlace | null,
  { events, next }: RecountPage,
): Activity => {
  const before = place === null ? NO_ACTIVITY : (activity.recount?.sum ?? NO_ACTIVITY);
  const sum = addActivities(plan, before, sumOfEvents(plan, events));
  return next === null ? recounted(activity, sum) : noted(activity, { plan: plan.mark, behind: next, sum });
};

const noted = (activity: Activity, recount: Recount): Activity => ({
  ...activity,
  recounted: (activity.recounted ?? 0) + 1,
  recount,
});

const recounted = (activity: Activity, { attributes, events, ...times }: ActivitySum): Activity => {
  const lastReceivedAt = latest(activity.lastReceivedAt, times.lastReceivedAt);
  const next: Activity = {
    attributes,
    events,
    lastEventAt: Math.max(activity.lastEventAt, times.lastEventAt),
    ...(lastReceivedAt === undefined ? {} : { lastReceivedAt }),
    ...(activity.enriched === undefined ? {} : { enriched: activity.enriched }),
    ...(activity.recounted === undefined ? {} : { recounted: activity.recounted }),
  };
  return isSame(next, activity) ? activity : { ...next, recounted: (activity.recounted ?? 0) + 1 };
};

const latest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);

/** Whether two activities add up to the same, however often they were recounted. */
export const isSameSum = (a: Activity, b: Activity): boolean => isSame(sumIn(a), sumIn(b));

const sumIn = ({ recounted: _recounted, recount: _recount, ...sum }: Activity): ActivitySum => sum;

/** Whether two values of JSON say the same; the order of members says nothing. */
const isSame = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [ofA, ofB] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    ofA.length === ofB.size && ofA.every(([name, value]) => ofB.has(name) && isSame(value, ofB.get(name)))
  );
};
