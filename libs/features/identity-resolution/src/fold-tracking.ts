import type { TrackingMessage } from '@kith/contracts';
import { newVisitor } from '@kith/domain/identity';
import type { ChangeEvent, Device, Profile, ProfileId, Umid } from '@kith/domain/identity';
import type { AccountName, AccountRules } from '@kith/domain/pipeline';
import { NO_ACTIVITY, withEvent } from '@kith/domain/tracking';
import type { Activity, EventId, FirstVisit, TrackedEvent } from '@kith/domain/tracking';
import type {
  ConsentHistory,
  Deadline,
  Newcomer,
  ProfileStore,
  Scope,
  TrackingStore,
  TrackingWrites,
} from '@kith/ports';
import { presentlyKnown, wasInForce } from './consent/permission-in-force.ts';
import type { PermissionThen } from './consent/permission-in-force.ts';
import { withoutErased } from './erasing/without-erased.ts';
import type { Sparing } from './erasing/without-erased.ts';
import { requiredForKeeping, requiredForTracking } from './rules-in-force.ts';
import type { RulesInForce } from './rules-in-force.ts';

/** What folding takes. */
export interface Folding extends Sparing {
  readonly tracking: TrackingStore;
  readonly profiles: Pick<ProfileStore, 'load' | 'stored'>;
  readonly consentHistory: ConsentHistory;
  readonly rules: RulesInForce;
  readonly newProfileId: () => ProfileId;
  readonly callDeadline: () => Deadline;
}

/** The effects of a batch, per account. */
export interface Folded {
  readonly writes: ReadonlyMap<AccountName, TrackingWrites>;
  readonly recorded: number;
  readonly repeated: number;
  readonly withdrawn: number;
  /** Of persons who were erased. */
  readonly erased: number;
}

/** Folds messages into what is to be written: each event once, its activity under the umid of its moment. */
export const foldTracking = async (parts: Folding, messages: readonly TrackingMessage[]): Promise<Folded> => {
  const writes = new Map<AccountName, TrackingWrites>();
  let [recorded, withdrawn, erased] = [0, 0, 0];
  for (const account of new Set(messages.map((message) => message.account))) {
    const own = messages.filter((message) => message.account === account);
    const folded = await foldAccount(parts, account, own);
    writes.set(account, folded.writes);
    recorded += folded.writes.events.length;
    withdrawn += folded.withdrawn;
    erased += folded.erased;
  }
  const events = eventsIn(messages);
  return { writes, recorded, withdrawn, erased, repeated: events - recorded - withdrawn - erased };
};

const eventsIn = (messages: readonly TrackingMessage[]): number =>
  messages.filter(({ kind }) => kind === 'event').length;

const foldAccount = async (
  parts: Folding,
  account: AccountName,
  all: readonly TrackingMessage[],
): Promise<Pick<Folded, 'withdrawn' | 'erased'> & { readonly writes: TrackingWrites }> => {
  const scope = { account, deadline: parts.callDeadline() };
  const { messages, keys } = await withoutErased(parts, scope, all);
  const accepted = messages.flatMap((message) => (message.kind === 'event' ? [message.event] : []));
  const visits = messages.flatMap((message) => (message.kind === 'visit' ? [message.visit] : []));
  const sent = await withoutWithdrawn(parts, scope, accepted);
  const umids = [...new Set(sent.map(({ umid }) => umid))];
  const idsOf = everyIdOf(messages);
  const state = await parts.tracking.state(scope, sent.flatMap(idsOf), umids);
  const events = onlyNew(sent, idsOf, state.knownEvents);
  const activities = foldActivities(parts.rules.present.accounts.get(account), state.activities, events);
  const writes = {
    newcomers: newcomersOf(parts, visits, sightingsIn(parts, sent, accepted, state.activities)),
    events,
    activities,
    unsuppressed: keys,
    continued: [...activities.keys()].filter((umid) => state.activities.has(umid)),
  };
  return {
    writes,
    withdrawn: accepted.length - sent.length,
    erased: eventsIn(all) - accepted.length,
  };
};

/**
 * The edge drops by what it last heard of a permission; a decision on another device may be news to it. What counts is
 * the permission in force when the event was received (behaviour.md section 4).
 */
const withoutWithdrawn = async (
  parts: Folding,
  scope: Scope,
  events: readonly TrackedEvent[],
): Promise<readonly TrackedEvent[]> => {
  const questions = events.map((event) =>
    requiredForTracking(parts.rules, event.pipeline).map((permission): PermissionThen => {
      const { umid, receivedAt: moment } = event;
      return { umid, permission, moment };
    }),
  );
  const umids = [...new Set(questions.flat().map(({ umid }) => umid))];
  if (umids.length === 0) return events;
  const { profiles } = await parts.profiles.load(scope, { umids });
  const found = new Map(profiles.map((one) => [one.umid, one.profile]));
  const allowed: TrackedEvent[] = [];
  for (const [index, event] of events.entries()) {
    if (await areGranted(parts, scope, found.get(event.umid), questions[index] ?? [])) allowed.push(event);
  }
  return allowed;
};

/** A umid that nobody knows has granted nothing. */
const areGranted = async (
  parts: Folding,
  scope: Scope,
  profile: Profile | undefined,
  questions: readonly PermissionThen[],
): Promise<boolean> => {
  for (const asked of questions) {
    if (profile === undefined) return false;
    if (!(presentlyKnown(profile, asked) ?? (await wasInForce(parts, scope, asked)))) return false;
  }
  return true;
};

/** Where a profile waits for a permission, an event that was dropped without it brings none into being. */
const isKept = ({ rules }: Folding, { pipeline }: TrackedEvent): boolean =>
  requiredForKeeping(rules, pipeline) === null;

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
  account: AccountRules | undefined,
  stored: ReadonlyMap<Umid, Activity>,
  events: readonly TrackedEvent[],
): ReadonlyMap<Umid, Activity> => {
  const activities = new Map<Umid, Activity>();
  for (const event of events) {
    const before = activities.get(event.umid) ?? stored.get(event.umid) ?? NO_ACTIVITY;
    activities.set(event.umid, withEvent(before, account?.attributes ?? new Map(), event));
  }
  return activities;
};

/**
 * The events that show a visitor who may have no profile: of a device that was never bound, and those under a umid that
 * has no activity: its visitor may have expired while the edge still knew it. With the cache emptied and the log trimmed
 * a profile must not be missing either.
 */
const sightingsIn = (
  parts: Folding,
  sent: readonly TrackedEvent[],
  accepted: readonly TrackedEvent[],
  stored: ReadonlyMap<Umid, Activity>,
): readonly TrackedEvent[] => [
  ...sent.filter(({ umid, bindingVersion }) => bindingVersion === 0 || !stored.has(umid)),
  ...accepted.filter((event) => event.bindingVersion === 0 && isKept(parts, event)),
];

/** Visitors to create where they are absent. */
const newcomersOf = (
  parts: Folding,
  visits: readonly FirstVisit[],
  events: readonly TrackedEvent[],
): readonly Newcomer[] => {
  const sightings = [
    ...visits,
    ...events.map(({ umdid, umid, pipeline, receivedAt }) => ({ umdid, umid, pipeline, at: receivedAt })),
  ];
  const first = new Map<Umid, FirstVisit>();
  for (const sighting of sightings) if (!first.has(sighting.umid)) first.set(sighting.umid, sighting);
  return Array.from(first.values(), (visit) => newcomerOf(visit, parts.newProfileId()));
};

const newcomerOf = ({ umdid, umid, pipeline, at }: FirstVisit, profileId: ProfileId): Newcomer => {
  const profile = { ...newVisitor(umid, profileId, pipeline, at), version: 1 };
  const device: Device = {
    umdid,
    umid,
    identifiedBy: 0,
    bindingVersion: 1,
    firstSeen: at,
    lastSeen: at,
    retryKeys: [],
  };
  const change: ChangeEvent = {
    id: `${umid}:1:${umdid}:${at}:0`,
    type: 'profile.created',
    umid,
    profileVersion: 1,
    at,
    detail: { source: pipeline },
  };
  return { profile, device, change };
};
