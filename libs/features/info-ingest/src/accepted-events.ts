import type { Macs } from '@kith/domain/identity';
import { deriveEventIds, eventOf } from '@kith/domain/tracking';
import type { EventId, EventKey, EventOrigin, Happening, TrackedEvent } from '@kith/domain/tracking';
import type { Scope } from '@kith/ports';
import type { InfoRequest } from './info-request.ts';
import type { Visitor } from './recognise-visitor.ts';

/** An event, and the ids that older secrets would have given it. */
export interface AcceptedEvent {
  readonly happening: Happening;
  readonly event: TrackedEvent;
  readonly formerIds: readonly EventId[];
}

/** What naming events takes. */
export interface EventNaming {
  readonly macs: Macs;
  readonly newEventId: () => string;
}

/** Whose the events of a request are. */
export const originOf = (
  { pipeline, receivedAt }: InfoRequest,
  { umdid, entry: { umid, bindingVersion } }: Visitor,
): EventOrigin => ({ umdid, umid, bindingVersion, pipeline: pipeline.name, receivedAt });

/** The events of a request, by what its elements say happened. */
export const eventsOf = (
  deps: EventNaming,
  scope: Scope,
  request: InfoRequest,
  visitor: Visitor,
  happenings: readonly (readonly Happening[])[],
): readonly AcceptedEvent[] => {
  const origin = originOf(request, visitor);
  return happenings.flatMap((ofElement, index) => {
    const key = eventKey(request.data[index]?.id, request.idempotencyKey, index);
    return ofElement.map((happening) => {
      const [id = deps.newEventId(), ...formerIds] =
        key === null ? [] : deriveEventIds(deps.macs, scope.account, visitor.umdid, key, happening.part);
      return { happening, event: eventOf(origin, id, happening), formerIds };
    });
  });
};

const eventKey = (id: string | undefined, idempotencyKey: string | null, index: number): EventKey | null => {
  if (id !== undefined) return { from: 'element', id };
  return idempotencyKey === null ? null : { from: 'request', key: idempotencyKey, index };
};
