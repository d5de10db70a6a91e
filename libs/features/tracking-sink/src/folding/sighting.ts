import type { TrackingMessage } from '@kith/contracts';
import type { Umdid, Umid } from '@kith/domain/identity';
import type { TrackedEvent } from '@kith/domain/tracking';

/** What of an event, and of what enrichment brings, shows that a visitor is there. */
export type Sighting = Pick<TrackedEvent, 'umdid' | 'umid' | 'bindingVersion' | 'pipeline' | 'receivedAt'>;

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
