import type { TrackingMessage } from '@kith/contracts';
import type { ProfileId, Umid } from '@kith/domain/identity';
import type { AccountName, AttributePlan } from '@kith/domain/pipeline';
import {
  attributeRules,
  NO_ACTIVITY,
  withEvents,
  type Activity,
  type EventId,
  type TrackedEvent,
} from '@kith/domain/tracking';
import type { Deadline, Scope, TrackingState, TrackingStore, TrackingWrites } from '@kith/ports';
import { withoutWithdrawn, type ConsentFilterDeps } from './without-withdrawn.ts';
import { takenForOthers, withoutErased, type ErasureFilterDeps, type OfOthers } from './without-erased.ts';
import { enrichmentsAlone, enrichmentsWith, foldEnrichments } from './fold-enrichments.ts';
import { newcomersOf, sightingsIn } from './newcomers.ts';
import type { Subject, VisitorMemory } from './visitor-memory.ts';

const NO_PLAN: AttributePlan = attributeRules(new Map()).plan;

export interface FoldTrackingDeps extends ErasureFilterDeps, ConsentFilterDeps {
  readonly tracking: TrackingStore;
  readonly newProfileId: () => ProfileId;
  readonly callDeadline: () => Deadline;
  /** Nothing speaks against it yet: nobody of it is taken for erased, and no event for a known one. */
  readonly isOptimistic: boolean;
  /** What an optimistic try goes by; the other kind asks the store for everything. */
  readonly memory: VisitorMemory;
}

/** The effects of a batch, per account. */
export interface Folded {
  readonly writes: ReadonlyMap<AccountName, TrackingWrites>;
  readonly recorded: number;
  readonly repeated: number;
  readonly withdrawn: number;
  /** Of persons who were erased. */
  readonly erased: number;
  /** Per account, who will be known not to be suppressed once the writes are recorded. */
  readonly subjects: ReadonlyMap<AccountName, readonly Subject[]>;
}

/** Folds messages into what is to be written: each event once, its activity under the umid of its moment. */
export const foldTracking = async (
  deps: FoldTrackingDeps,
  messages: readonly TrackingMessage[],
): Promise<Folded> => {
  const writes = new Map<AccountName, TrackingWrites>();
  const subjects = new Map<AccountName, readonly Subject[]>();
  let recorded = 0;
  let withdrawn = 0;
  let erased = 0;
  for (const account of new Set(messages.map((message) => message.account))) {
    const own = messages.filter((message) => message.account === account);
    const folded = await foldAccount(deps, account, own);
    writes.set(account, folded.writes);
    subjects.set(account, folded.subjects);
    recorded += folded.writes.events.length;
    withdrawn += folded.withdrawn;
    erased += folded.erased;
  }
  const events = eventsIn(messages);
  const repeated = events - recorded - withdrawn - erased;
  return { writes, subjects, recorded, withdrawn, erased, repeated };
};

const eventsIn = (messages: readonly TrackingMessage[]): number =>
  messages.filter(({ kind }) => kind === 'event').length;

interface FoldedAccount extends Pick<Folded, 'withdrawn' | 'erased'> {
  readonly writes: TrackingWrites;
  readonly subjects: readonly Subject[];
}

const foldAccount = async (
  deps: FoldTrackingDeps,
  account: AccountName,
  all: readonly TrackingMessage[],
): Promise<FoldedAccount> => {
  const scope = { account, deadline: deps.callDeadline() };
  const { messages, keys, subjects, timesSuppressed } = await othersAmong(deps, scope, all);
  const accepted = messages.flatMap((message) => (message.kind === 'event' ? [message.event] : []));
  const visits = messages.flatMap((message) => (message.kind === 'visit' ? [message.visit] : []));
  const sent = await withoutWithdrawn(deps, scope, accepted);
  const alone = enrichmentsAlone(messages);
  const sentAlone = await withoutWithdrawn(deps, scope, alone);
  const umids = [...new Set([...sent, ...sentAlone].map(({ umid }) => umid))];
  const idsOf = everyIdOf(messages);
  const asked = sent.flatMap((event) => idsAsked(deps, idsOf(event)));
  const state = await stateOf(deps, scope, asked, umids);
  const events = onlyNew(sent, idsOf, state.knownEvents);
  const rules = deps.rules.present.accounts.get(account);
  const activities = foldEnrichments(
    rules,
    state.activities,
    foldActivities(rules?.plan ?? NO_PLAN, state.activities, events),
    [...enrichmentsWith(messages, events), ...sentAlone],
  );
  const writes = {
    newcomers: newcomersOf(
      visits,
      sightingsIn(deps.rules, [...sent, ...sentAlone], [...accepted, ...alone], state.activities),
      deps.newProfileId,
    ),
    events,
    activities,
    unsuppressed: keys,
    ...(timesSuppressed === undefined ? {} : { timesSuppressed }),
    continued: new Map(Array.from(state.activities).filter(([umid]) => activities.has(umid))),
  };
  return {
    writes,
    subjects,
    withdrawn: accepted.length - sent.length,
    erased: eventsIn(all) - accepted.length,
  };
};

const othersAmong = (
  deps: FoldTrackingDeps,
  scope: Scope,
  messages: readonly TrackingMessage[],
): Promise<OfOthers> =>
  deps.isOptimistic
    ? takenForOthers(deps, scope, messages, deps.memory)
    : withoutErased(deps, scope, messages);

/** Nothing is asked where all of it is remembered. */
const stateOf = async (
  { tracking, memory, isOptimistic }: FoldTrackingDeps,
  scope: Scope,
  eventIds: readonly EventId[],
  umids: readonly Umid[],
): Promise<TrackingState> => {
  const known: TrackingState['activities'] = isOptimistic
    ? memory.activities(scope.account, umids)
    : new Map();
  const unknown = umids.filter((umid) => !known.has(umid));
  if (eventIds.length === 0 && unknown.length === 0) return { knownEvents: new Set(), activities: known };
  const { knownEvents, activities } = await tracking.state(scope, eventIds, unknown);
  return { knownEvents, activities: new Map([...known, ...activities]) };
};

/**
 * An optimistic try asks for no event by its own id: the store refuses a batch that has one of those that it knows, and most
 * have none. Under a former id it would take the event for another one.
 */
const idsAsked = (
  { isOptimistic }: FoldTrackingDeps,
  [own, ...former]: readonly EventId[],
): readonly EventId[] => (isOptimistic || own === undefined ? former : [own, ...former]);

type IdsOf = (event: TrackedEvent) => readonly EventId[];

/** The ids under which an event may have been stored: its own, and what older secrets would have given it. */
const everyIdOf = (messages: readonly TrackingMessage[]): IdsOf => {
  const former = new Map<EventId, readonly EventId[]>();
  for (const message of messages) {
    if (message.kind === 'event') former.set(message.event.id, message.formerIds);
  }
  return ({ id }) => [id, ...(former.get(id) ?? [])];
};

/** The first of each id, without those that are stored already. */
const onlyNew = (
  sent: readonly TrackedEvent[],
  idsOf: IdsOf,
  known: ReadonlySet<EventId>,
): readonly TrackedEvent[] => {
  const seen = new Set(known);
  return sent.filter((event) => {
    const ids = idsOf(event);
    const isNew = !ids.some((id) => seen.has(id));
    ids.forEach((id) => seen.add(id));
    return isNew;
  });
};

const foldActivities = (
  plan: AttributePlan,
  stored: ReadonlyMap<Umid, Activity>,
  events: readonly TrackedEvent[],
): ReadonlyMap<Umid, Activity> => {
  const perUmid = new Map<Umid, TrackedEvent[]>();
  for (const event of events) {
    const own = perUmid.get(event.umid);
    if (own === undefined) perUmid.set(event.umid, [event]);
    else own.push(event);
  }
  return new Map(
    Array.from(perUmid, ([umid, own]) => [umid, withEvents(plan, stored.get(umid) ?? NO_ACTIVITY, own)]),
  );
};
