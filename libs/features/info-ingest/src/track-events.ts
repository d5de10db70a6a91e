import { encodeEvent, encodeVisit, TRACKING_TOPIC } from '@kith/contracts';
import { trackingRequirements } from '@kith/domain/pipeline';
import { deriveEventIds, eventOf } from '@kith/domain/tracking';
import type { EventId, EventKey, EventOrigin, Happening, TrackedEvent } from '@kith/domain/tracking';
import type { Macs } from '@kith/domain/identity';
import type { EventLog, LogRecord, Scope, UmidCache } from '@kith/ports';
import type { InfoRequest } from './info-request.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import { mapDataLayers } from './map-data-layers.ts';
import type { Mapped, OwnMappings } from './map-data-layers.ts';
import { mayKeep } from './recognise-visitor.ts';
import type { Visitor } from './recognise-visitor.ts';
import { requestHappenings } from './request-happenings.ts';

/** What tracking takes. */
export interface Tracking extends OwnMappings {
  readonly log: EventLog;
  readonly cache: UmidCache;
  readonly macs: Macs;
  readonly newEventId: () => string;
  readonly metrics: IngestMetrics;
}

/**
 * Puts the request's events into the log; they are the caller's to forget only when this returns. A pipeline that
 * requires a permission for tracking drops them without it (behaviour.md section 4).
 */
export const trackEvents = async (
  deps: Tracking,
  scope: Scope,
  request: InfoRequest,
  visitor: Visitor,
): Promise<void> => {
  const mapped = asksMappings(request, visitor) ? await mapDataLayers(deps, scope, request) : NOTHING_MAPPED;
  const happenings = allowed(deps, request, visitor, requestHappenings(request, mapped));
  const events = eventsOf(deps, scope, request, visitor, happenings);
  const records: LogRecord[] = events.map(({ event, formerIds }) => ({
    key: event.umid,
    value: encodeEvent(scope.account, event, formerIds),
  }));
  if (visitor.isFirstVisit && mayKeep(request.pipeline, visitor)) {
    records.unshift(visitRecord(deps, scope, request, visitor));
    await deps.cache.remember(scope, visitor.umdid, visitor.entry);
  }
  if (records.length > 0) await deps.log.append(scope.deadline, TRACKING_TOPIC, records);
  deps.metrics.accepted(events.length);
  for (const { happening } of events) if (happening.by !== 'caller') deps.metrics.translated(happening.by);
};

/** Nobody waits for a mapping of what will be dropped, or where there is none. */
const asksMappings = (request: InfoRequest, visitor: Visitor): boolean =>
  request.pipeline.mappings.length > 0 && mayTrack(request, visitor);

const NOTHING_MAPPED: ReadonlyMap<number, Mapped> = new Map();

/** An event, and the ids that older secrets would have given it. */
interface AcceptedEvent {
  readonly happening: Happening;
  readonly event: TrackedEvent;
  readonly formerIds: readonly EventId[];
}

const eventsOf = (
  deps: Tracking,
  scope: Scope,
  { data, idempotencyKey, pipeline, receivedAt }: InfoRequest,
  { umdid, entry }: Visitor,
  happenings: readonly (readonly Happening[])[],
): readonly AcceptedEvent[] => {
  const { umid, bindingVersion } = entry;
  const origin: EventOrigin = { umdid, umid, bindingVersion, pipeline: pipeline.name, receivedAt };
  return happenings.flatMap((ofElement, index) => {
    const key = eventKey(data[index]?.id, idempotencyKey, index);
    return ofElement.map((happening) => {
      const [id = deps.newEventId(), ...formerIds] =
        key === null ? [] : deriveEventIds(deps.macs, scope.account, umdid, key, happening.part);
      return { happening, event: eventOf(origin, id, happening), formerIds };
    });
  });
};

const eventKey = (id: string | undefined, idempotencyKey: string | null, index: number): EventKey | null => {
  if (id !== undefined) return { from: 'element', id };
  return idempotencyKey === null ? null : { from: 'request', key: idempotencyKey, index };
};

const mayTrack = ({ pipeline }: InfoRequest, { entry }: Visitor): boolean =>
  trackingRequirements(pipeline).every((name) => entry.permissions[name] === true);

const allowed = (
  { metrics }: Tracking,
  request: InfoRequest,
  visitor: Visitor,
  happenings: readonly (readonly Happening[])[],
): readonly (readonly Happening[])[] => {
  if (mayTrack(request, visitor)) return happenings;
  metrics.droppedWithoutPermission(happenings.reduce((sum, { length }) => sum + length, 0));
  return [];
};

const visitRecord = (
  deps: Tracking,
  { account }: Scope,
  request: InfoRequest,
  visitor: Visitor,
): LogRecord => {
  const { umid } = visitor.entry;
  const visit = { umdid: visitor.umdid, umid, pipeline: request.pipeline.name, at: request.receivedAt };
  return { key: umid, value: encodeVisit(account, deps.newEventId(), visit) };
};
