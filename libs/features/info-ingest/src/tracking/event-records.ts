import { encodeEnrichment, encodeEvent, encodeVisit } from '@kith/contracts';
import type { Macs } from '@kith/domain/identity';
import type { EnrichmentValues } from '@kith/domain/pipeline';
import {
  deriveEventIds,
  eventIdAt,
  eventOf,
  type ElementEvent,
  type EventId,
  type EventKey,
  type EventOrigin,
  type TrackedEvent,
} from '@kith/domain/tracking';
import type { LogRecord } from '@kith/ports';
import type { Visit } from '../recognising/recognise-visitor.ts';

/** An event, and the ids that older secrets would have given it. */
export interface AcceptedEvent {
  readonly content: ElementEvent;
  readonly event: TrackedEvent;
  readonly formerIds: readonly EventId[];
}

export interface EventIdDeps {
  readonly macs: Macs;
  /** A random UUID, for what nothing names. */
  readonly newId: () => string;
}

/** What a request tells the log. */
export interface AcceptedVisit {
  readonly events: readonly AcceptedEvent[];
  /** What is brought to the profile: it goes with the first event; without events it is a record of its own. */
  readonly enrichment: EnrichmentValues;
}

/** The events of a request with their ids, by what its elements tell. */
export const acceptedEvents = (
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
export const eventRecords = (
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
export const visitRecord = ({ newId }: EventIdDeps, { scope, request, visitor }: Visit): LogRecord => {
  const { umid } = visitor.entry;
  const visit = { umdid: visitor.umdid, umid, pipeline: request.pipeline.name, at: request.receivedAt };
  return { key: umid, value: encodeVisit(scope.account, newId(), visit) };
};
