import { TRACKING_TOPIC } from '@kith/contracts';
import { trackingRequirements } from '@kith/domain/pipeline';
import type { EnrichmentValues } from '@kith/domain/pipeline';
import type { Happening } from '@kith/domain/tracking';
import type { Admission } from '@kith/platform';
import type { EventLog, Scope, UmidCache } from '@kith/ports';
import { eventsOf } from './accepted-events.ts';
import type { EventNaming } from './accepted-events.ts';
import type { Fed } from './enriching/feeds.ts';
import type { InfoRequest } from './info-request.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import { mapDataLayers } from './map-data-layers.ts';
import type { Mapped, OwnMappings } from './map-data-layers.ts';
import { mayKeep } from './recognise-visitor.ts';
import type { Visitor } from './recognise-visitor.ts';
import { requestHappenings } from './request-happenings.ts';
import { recordsOf, visitRecord } from './tracking-records.ts';

/** What tracking takes. */
export interface Tracking extends OwnMappings, EventNaming {
  readonly log: EventLog;
  readonly cache: UmidCache;
  readonly metrics: IngestMetrics;
  /** Bounds what is given to the log at once. */
  readonly admission: Admission;
}

/** What enrichment brings to the events of a request, and to its profile. */
export type Brought = Pick<Fed, 'events' | 'profile'>;

/**
 * Puts the request's events into the log, with what enrichment brings; they are the caller's to forget only when this
 * returns. A pipeline that requires a permission for tracking drops them without it
 * (docs/behaviour.md#tracking-that-waits-for-a-permission).
 */
export const trackEvents = async (
  deps: Tracking,
  scope: Scope,
  request: InfoRequest,
  visitor: Visitor,
  brought: Brought,
): Promise<void> => {
  const mayTell = mayTrack(request, visitor);
  const mapped =
    mayTell && request.pipeline.mappings.length > 0
      ? await mapDataLayers(deps, scope, request)
      : NOTHING_MAPPED;
  const happenings = withEnriched(allowed(deps, mayTell, requestHappenings(request, mapped)), brought.events);
  const events = eventsOf(deps, scope, request, visitor, happenings);
  const told = { events, enrichment: mayTell ? brought.profile : NOTHING_BROUGHT };
  const records = [...recordsOf(deps, scope, request, visitor, told)];
  if (visitor.isFirstVisit && mayKeep(request.pipeline, visitor)) {
    records.unshift(visitRecord(deps, scope, request, visitor));
    await deps.cache.remember(scope, visitor.umdid, visitor.entry);
  }
  const { deadline } = scope;
  if (records.length > 0) {
    await deps.admission.run(deadline, () => deps.log.append(deadline, TRACKING_TOPIC, records));
  }
  deps.metrics.accepted(events.length);
  for (const { happening } of events) if (happening.by !== 'caller') deps.metrics.translated(happening.by);
};

const NOTHING_MAPPED: ReadonlyMap<number, Mapped> = new Map();
const NOTHING_BROUGHT: EnrichmentValues = {};

const mayTrack = ({ pipeline }: InfoRequest, { entry }: Visitor): boolean =>
  trackingRequirements(pipeline).every((name) => entry.permissions[name] === true);

const allowed = (
  { metrics }: Tracking,
  mayTell: boolean,
  happenings: readonly (readonly Happening[])[],
): readonly (readonly Happening[])[] => {
  if (mayTell) return happenings;
  metrics.droppedWithoutPermission(happenings.reduce((sum, { length }) => sum + length, 0));
  return [];
};

/** Under one member, which is not the caller's where something is brought. */
const withEnriched = (
  happenings: readonly (readonly Happening[])[],
  enriched: EnrichmentValues,
): readonly (readonly Happening[])[] => {
  if (Object.keys(enriched).length === 0) return happenings;
  return happenings.map((ofElement) =>
    ofElement.map((happening) => ({ ...happening, properties: { ...happening.properties, enriched } })),
  );
};
