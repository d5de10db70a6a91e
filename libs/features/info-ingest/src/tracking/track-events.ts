import { TRACKING_TOPIC } from '@kith/contracts';
import { trackingRequirements, type EnrichmentValues } from '@kith/domain/pipeline';
import type { ElementEvent } from '@kith/domain/tracking';
import type { Admission } from '@kith/platform';
import type { EventLog, UmidCache } from '@kith/ports';
import type { EnrichedVisit } from '../enriching/enrich-visit.ts';
import type { IngestMetrics } from '../pipelines/ingest-metrics.ts';
import { mayKeep, rememberFirstVisit, type Visit } from '../recognising/recognise-visitor.ts';
import { acceptedEvents, eventRecords, visitRecord, type EventIdDeps } from './event-records.ts';
import { eventsOfElements, mapDataLayers, type MappedElement, type MappingDeps } from './map-data-layers.ts';

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
