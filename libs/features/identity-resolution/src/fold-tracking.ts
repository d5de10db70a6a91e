import type { TrackingMessage } from '@kith/contracts';
import { newVisitor } from '@kith/domain/identity';
import type { ChangeEvent, Device, ProfileId, Umid } from '@kith/domain/identity';
import type { AccountName, AccountRules, PipelineRules } from '@kith/domain/pipeline';
import { NO_ACTIVITY, withEvent } from '@kith/domain/tracking';
import type { Activity, FirstVisit, TrackedEvent } from '@kith/domain/tracking';
import type { Deadline, Newcomer, ProfileReader, Scope, TrackingStore, TrackingWrites } from '@kith/ports';

/** What folding takes. */
export interface Folding {
  readonly tracking: TrackingStore;
  readonly profiles: ProfileReader;
  readonly pipelines: ReadonlyMap<string, PipelineRules>;
  readonly accounts: ReadonlyMap<AccountName, AccountRules>;
  readonly newProfileId: () => ProfileId;
  readonly callDeadline: () => Deadline;
}

/** The effects of a batch, per account. */
export interface Folded {
  readonly writes: ReadonlyMap<AccountName, TrackingWrites>;
  readonly recorded: number;
  readonly repeated: number;
  readonly withdrawn: number;
}

/** Folds messages into what is to be written: each event once, its activity under the umid of its moment. */
export const foldTracking = async (parts: Folding, messages: readonly TrackingMessage[]): Promise<Folded> => {
  const writes = new Map<AccountName, TrackingWrites>();
  let [recorded, withdrawn] = [0, 0];
  for (const account of new Set(messages.map((message) => message.account))) {
    const own = messages.filter((message) => message.account === account);
    const folded = await foldAccount(parts, account, own);
    writes.set(account, folded.writes);
    recorded += folded.writes.events.length;
    withdrawn += folded.withdrawn;
  }
  const events = messages.filter(({ kind }) => kind === 'event').length;
  return { writes, recorded, withdrawn, repeated: events - recorded - withdrawn };
};

const foldAccount = async (
  parts: Folding,
  account: AccountName,
  messages: readonly TrackingMessage[],
): Promise<{ readonly writes: TrackingWrites; readonly withdrawn: number }> => {
  const accepted = messages.flatMap((message) => (message.kind === 'event' ? [message.event] : []));
  const visits = messages.flatMap((message) => (message.kind === 'visit' ? [message.visit] : []));
  const scope = { account, deadline: parts.callDeadline() };
  const sent = await withoutWithdrawn(parts, scope, accepted);
  const umids = [...new Set(sent.map(({ umid }) => umid))];
  const state = await parts.tracking.state(
    scope,
    sent.map(({ id }) => id),
    umids,
  );
  const events = onlyNew(sent, state.knownEvents);
  const writes = {
    newcomers: newcomersOf(parts, visits, accepted),
    events,
    activities: foldActivities(parts.accounts.get(account), state.activities, events),
  };
  return { writes, withdrawn: accepted.length - sent.length };
};

/**
 * The edge drops by what it last heard of a permission; a withdrawal on another device may be news to it. What was
 * received after the withdrawal is dropped here (behaviour.md section 4).
 */
const withoutWithdrawn = async (
  { profiles, pipelines }: Folding,
  scope: Scope,
  events: readonly TrackedEvent[],
): Promise<readonly TrackedEvent[]> => {
  const requiredFor = (event: TrackedEvent): string | null =>
    pipelines.get(event.pipeline)?.trackingRequires ?? null;
  const umids = [...new Set(events.filter(requiredFor).map(({ umid }) => umid))];
  if (umids.length === 0) return events;
  const found = new Map(
    (await profiles.load(scope, { umids })).profiles.map((one) => [one.umid, one.profile]),
  );
  return events.filter((event) => {
    const required = requiredFor(event);
    const decided = required === null ? undefined : found.get(event.umid)?.permissions[required];
    return decided === undefined || decided.granted || decided.modifiedAt > event.receivedAt;
  });
};

/** The first of each id, without those that are stored already. */
const onlyNew = (sent: readonly TrackedEvent[], known: ReadonlySet<string>): readonly TrackedEvent[] => {
  const seen = new Set(known);
  return sent.filter(({ id }) => {
    const isNew = !seen.has(id);
    seen.add(id);
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
 * Visitors to create where they are absent. An event alone does it too: with the cache emptied and the log trimmed its
 * profile must not be missing.
 */
const newcomersOf = (
  parts: Folding,
  visits: readonly FirstVisit[],
  events: readonly TrackedEvent[],
): readonly Newcomer[] => {
  const sightings = [
    ...visits,
    ...events
      .filter(({ bindingVersion }) => bindingVersion === 0)
      .map(({ umdid, umid, pipeline, receivedAt }) => ({ umdid, umid, pipeline, at: receivedAt })),
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
