import { encodeEnrichment, encodeEvent, encodeVisit, TRACKING_TOPIC } from '@kith/contracts';
import type { Macs } from '@kith/domain/identity';
import { type EnrichmentValues, trackingRequirements } from '@kith/domain/pipeline';
import {
  deriveEventIds,
  type ElementEvent,
  type EventId,
  eventIdAt,
  type EventKey,
  eventOf,
  type EventOrigin,
  type TrackedEvent,
} from '@kith/domain/tracking';
import type { Admission } from '@kith/platform';
import type { EventLog, LogRecord, UmidCache } from '@kith/ports';
import type { EnrichedVisit } from '../enriching/enrich-visit.ts';
import type { IngestMetrics } from '../pipelines/ingest-metrics.ts';
import { mayKeep, rememberFirstVisit, type Visit } from '../recognising/recognise-visitor.ts';
import { eventsOfElements, mapDataLayers, type MappedElement, type MappingDeps } from './map-data-layers.ts';

/** An event, and the ids that older secrets would have given it. */
interface AcceptedEvent {
  readonly content: ElementEvent;
  readonly event: TrackedEvent;
  readonly formerIds: readonly EventId[];
}

interface EventIdDeps {
  readonly macs: Macs;
  /** A random UUID, for what nothing names. */
  readonly newId: () => string;
}

/** What a request tells the log. */
interface AcceptedVisit {
  readonly events: readonly AcceptedEvent[];
  /** What is brought to the profile: it goes with the first event; without events it is a record of its own. */
  readonly enrichment: EnrichmentValues;
}

export interface TrackingDeps extends MappingDeps, EventIdDeps {
  readonly log: EventLog;
  readonly cache: UmidCache;
  readonly metrics: IngestMetrics;
  /** Bounds what is given to the log at once. */
  readonly admission: Admission;
}

const NOTHING_MAPPED: ReadonlyMap<number, MappedElement> = new Map();

const NOTHING_BROUGHT: EnrichmentValues = {};

/**
 * Puts the request's events into the log, with what enrichment brings; they are the caller's to forget only when this
 * returns. A pipeline that requires a permission for tracking drops them without it
 * (docs/behaviour.md#tracking-that-waits-for-a-permission).
 */
export const trackEvents = async (
  deps: TrackingDeps,
  visit: Visit,
  enriched: Pick<EnrichedVisit, 'events' | 'profile'>,
): Promise<void> => {
  const { scope, request, visitor } = visit;
  const mayTell = mayTrack(visit);
  const mapped =
    mayTell && request.pipeline.mappings.length > 0
      ? await mapDataLayers(deps, scope, request)
      : NOTHING_MAPPED;
  const contents = withEnriched(allowed(deps, mayTell, eventsOfElements(request, mapped)), enriched.events);
  const events = acceptedEvents(deps, visit, contents);
  const enrichment = mayTell ? enriched.profile : NOTHING_BROUGHT;
  const records = [...eventRecords(deps, visit, { events, enrichment })];
  if (visitor.isFirstVisit && mayKeep(request.pipeline, visitor)) {
    // Whatever is told of a newcomer brings the profile into being.
    if (records.length === 0) records.push(visitRecord(deps, visit));
    await rememberFirstVisit(deps.cache, scope, visitor);
  }
  const { deadline } = scope;
  if (records.length > 0) {
    await deps.admission.run(deadline, () => deps.log.append(deadline, TRACKING_TOPIC, records));
  }
  deps.metrics.accepted(events.length);
  for (const { content } of events) if (content.by !== 'caller') deps.metrics.translated(content.by);
};

const mayTrack = ({ request, visitor }: Visit): boolean =>
  trackingRequirements(request.pipeline).every((name) => visitor.entry.permissions[name] === true);

const allowed = (
  { metrics }: TrackingDeps,
  mayTell: boolean,
  contents: readonly (readonly ElementEvent[])[],
): readonly (readonly ElementEvent[])[] => {
  if (mayTell) return contents;
  metrics.droppedWithoutPermission(contents.reduce((sum, { length }) => sum + length, 0));
  return [];
};

/** Under one member, which is not the caller's where something is brought. */
const withEnriched = (
  contents: readonly (readonly ElementEvent[])[],
  enriched: EnrichmentValues,
): readonly (readonly ElementEvent[])[] => {
  if (Object.keys(enriched).length === 0) return contents;
  return contents.map((ofElement) =>
    ofElement.map((content) => ({ ...content, properties: { ...content.properties, enriched } })),
  );
};

/** The events of a request with their ids, by what its elements tell. */
const acceptedEvents = (
  deps: EventIdDeps,
  visit: Visit,
  contents: readonly (readonly ElementEvent[])[],
): readonly AcceptedEvent[] => {
  const { scope, request, visitor } = visit;
  const origin = originOf(visit);
  const sender = { account: scope.account, umdid: visitor.umdid };
  return contents.flatMap((ofElement, index) => {
    const key = eventKey(request.data[index]?.id, request.idempotencyKey, index);
    return ofElement.map((content) => {
      const [id = eventIdAt(request.receivedAt, deps.newId()), ...formerIds] =
        key === null ? [] : deriveEventIds(deps.macs, sender, key, content.part);
      return { content, event: eventOf(origin, id, content), formerIds };
    });
  });
};

/** Whose the events of a request are. */
const originOf = ({ request, visitor }: Visit): EventOrigin => {
  const { umid, bindingVersion } = visitor.entry;
  const { pipeline, receivedAt } = request;
  return { umdid: visitor.umdid, umid, bindingVersion, pipeline: pipeline.name, receivedAt };
};

const eventKey = (id: string | undefined, idempotencyKey: string | null, index: number): EventKey | null => {
  if (id !== undefined) return { from: 'element', id };
  return idempotencyKey === null ? null : { from: 'request', key: idempotencyKey, index };
};

/** The records of events and enrichment. */
const eventRecords = (
  { newId }: EventIdDeps,
  visit: Visit,
  { events, enrichment }: AcceptedVisit,
): readonly LogRecord[] => {
  const { account } = visit.scope;
  const values = Object.keys(enrichment).length === 0 ? undefined : enrichment;
  if (events.length > 0 || values === undefined) {
    return events.map(({ event, formerIds }, index) => ({
      key: event.umid,
      value: encodeEvent(account, event, formerIds, index === 0 ? values : undefined),
    }));
  }
  const alone = { id: newId(), ...originOf(visit), values };
  return [{ key: alone.umid, value: encodeEnrichment(account, alone) }];
};

/** The record that brings a first visitor's profile into being where no other does: events and enrichment do it too. */
const visitRecord = ({ newId }: EventIdDeps, { scope, request, visitor }: Visit): LogRecord => {
  const { umid } = visitor.entry;
  const visit = { umdid: visitor.umdid, umid, pipeline: request.pipeline.name, at: request.receivedAt };
  return { key: umid, value: encodeVisit(scope.account, newId(), visit) };
};
