import type { Umid } from '@kith/domain/identity';
import type { AttributePlan } from '@kith/domain/pipeline';
import { hasComeTo, isSameSum, withPage, type Activity, type EventPlace } from '@kith/domain/tracking';
import type { ActivityRecounts, Scope } from '@kith/ports';

export interface RecomputeDeps {
  readonly recounts: ActivityRecounts;
  readonly scope: Scope;
  readonly plan: AttributePlan;
  /** What was received before has expired, in epoch milliseconds. */
  readonly receivedFrom: number;
  readonly eventsPerStep: number;
}

/** How far a umid is. */
export interface UmidStep {
  readonly isDone: boolean;
  /** Where the next step begins; null: at the newest event. */
  readonly inside: EventPlace | null;
  readonly hasChanged: boolean;
  readonly events: number;
}

const GONE: UmidStep = { isDone: true, inside: null, hasChanged: false, events: 0 };
const AGAIN: UmidStep = { isDone: false, inside: null, hasChanged: false, events: 0 };

/**
 * Counts one more page of the events of a umid. Whoever stored an event meanwhile was faster: then nothing has happened,
 * and the same page is counted once more. Where another recomputation has taken its recount further, or has begun it
 * anew, it goes on from there, so that two do not undo each other's work; where there is none any more, it begins again.
 */
export const recomputeStep = async (
  { recounts, scope, plan, receivedFrom, eventsPerStep }: RecomputeDeps,
  umid: Umid,
  inside: EventPlace | null,
): Promise<UmidStep> => {
  const selection = { umid, limit: eventsPerStep, after: inside, receivedFrom };
  const look = await recounts.look(scope, selection);
  if (look === null) return GONE;
  const { activity, page } = look;
  if (!hasComeTo(plan, activity, inside)) return { ...AGAIN, inside: placeOfAnother(plan, activity) };
  const next = withPage(plan, activity, inside, page);
  if (next !== activity && !(await recounts.replace(scope, umid, activity, next)))
    return { ...AGAIN, inside };
  return {
    isDone: page.next === null,
    inside: page.next,
    hasChanged: page.next === null && !isSameSum(next, activity),
    events: page.events.length,
  };
};

/** Of the same rules, and begun since this one was: whoever begins replaces what an earlier one has left. */
const placeOfAnother = (plan: AttributePlan, { recount }: Activity): EventPlace | null =>
  recount?.plan === plan.mark ? recount.behind : null;
