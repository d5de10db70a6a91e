import { encodeEvent, encodeVisit, TRACKING_TOPIC } from '@kith/contracts';
import { trackingRequirements } from '@kith/domain/pipeline';
import { deriveEventId, eventOf, happeningsOf } from '@kith/domain/tracking';
import type { EventKey, EventOrigin, TrackedEvent } from '@kith/domain/tracking';
import type { Mac } from '@kith/domain/identity';
import type { EventLog, LogRecord, Scope, UmidCache } from '@kith/ports';
import type { InfoRequest } from './info-request.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import { mayKeep } from './recognise-visitor.ts';
import type { Visitor } from './recognise-visitor.ts';

/** What tracking takes. */
export interface Tracking {
  readonly log: EventLog;
  readonly cache: UmidCache;
  readonly mac: Mac;
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
  const events = allowedEvents(deps, request, visitor, eventsOf(deps, scope, request, visitor));
  const records: LogRecord[] = events.map((event) => ({
    key: event.umid,
    value: encodeEvent(scope.account, event),
  }));
  if (visitor.isFirstVisit && mayKeep(request.pipeline, visitor)) {
    records.unshift(visitRecord(deps, scope, request, visitor));
    await deps.cache.remember(scope, visitor.umdid, visitor.entry);
  }
  if (records.length > 0) await deps.log.append(scope.deadline, TRACKING_TOPIC, records);
  deps.metrics.accepted(events.length);
};

const eventsOf = (
  deps: Tracking,
  scope: Scope,
  { data, idempotencyKey, pipeline, receivedAt }: InfoRequest,
  { umdid, entry }: Visitor,
): readonly TrackedEvent[] => {
  const { umid, bindingVersion } = entry;
  const origin: EventOrigin = { umdid, umid, bindingVersion, pipeline: pipeline.name, receivedAt };
  return data.flatMap((element, index) => {
    const key = eventKey(element.id, idempotencyKey, index);
    return happeningsOf(element).map((happening, ordinal) => {
      const id =
        key === null ? deps.newEventId() : deriveEventId(deps.mac, scope.account, umdid, key, ordinal);
      return eventOf(origin, id, happening);
    });
  });
};

const eventKey = (id: string | undefined, idempotencyKey: string | null, index: number): EventKey | null => {
  if (id !== undefined) return { from: 'element', id };
  return idempotencyKey === null ? null : { from: 'request', key: idempotencyKey, index };
};

const allowedEvents = (
  deps: Tracking,
  { pipeline }: InfoRequest,
  { entry }: Visitor,
  events: readonly TrackedEvent[],
): readonly TrackedEvent[] => {
  const required = trackingRequirements(pipeline);
  if (required.every((name) => entry.permissions[name] === true)) return events;
  deps.metrics.droppedWithoutPermission(events.length);
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
