import type { TrackingMessage } from '@kith/contracts';
import {
  type ChangeEvent,
  type Device,
  newVisitor,
  type ProfileId,
  type Umdid,
  type Umid,
} from '@kith/domain/identity';
import { requiredForKeeping, type RulesInForce } from '@kith/domain/pipeline';
import type { Activity, FirstVisit, TrackedEvent } from '@kith/domain/tracking';
import type { Newcomer } from '@kith/ports';

/** What of an event, and of what enrichment brings, shows that a visitor is there. */
export type Sighting = Pick<TrackedEvent, 'umdid' | 'umid' | 'bindingVersion' | 'pipeline' | 'receivedAt'>;

/**
 * The events that show a visitor who may have no profile: of a device that was never bound, and those under a umid that
 * has no activity: its visitor may have expired while the edge still knew it. With the cache emptied and the log trimmed
 * a profile must not be missing either.
 */
export const sightingsIn = (
  rules: RulesInForce,
  sent: readonly Sighting[],
  accepted: readonly Sighting[],
  stored: ReadonlyMap<Umid, Activity>,
): readonly Sighting[] => [
  ...sent.filter(({ umid, bindingVersion }) => bindingVersion === 0 || !stored.has(umid)),
  ...accepted.filter((event) => event.bindingVersion === 0 && isKept(rules, event)),
];

/** Visitors to create where they are absent. */
export const newcomersOf = (
  visits: readonly FirstVisit[],
  events: readonly Sighting[],
  newProfileId: () => ProfileId,
): readonly Newcomer[] => {
  const sightings = [
    ...visits,
    ...events.map(({ umdid, umid, pipeline, receivedAt }) => ({ umdid, umid, pipeline, at: receivedAt })),
  ];
  const first = new Map<Umid, FirstVisit>();
  for (const sighting of sightings) if (!first.has(sighting.umid)) first.set(sighting.umid, sighting);
  return Array.from(first.values(), (visit) => newcomerOf(visit, newProfileId()));
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

/** Where a profile waits for a permission, an event that was dropped without it brings none into being. */
const isKept = (rules: RulesInForce, { pipeline }: Sighting): boolean =>
  requiredForKeeping(rules, pipeline) === null;

/** Whom a message of the log is about. */
export const subjectOf = (message: TrackingMessage): { readonly umid: Umid; readonly umdid: Umdid } => {
  switch (message.kind) {
    case 'event':
      return message.event;
    case 'enrichment':
      return message.enrichment;
    case 'visit':
      return message.visit;
  }
};

/** When an edge accepted a message of the log, in epoch milliseconds. */
export const acceptedAt = (message: TrackingMessage): number => {
  switch (message.kind) {
    case 'event':
      return message.event.receivedAt;
    case 'enrichment':
      return message.enrichment.receivedAt;
    case 'visit':
      return message.visit.at;
  }
};
