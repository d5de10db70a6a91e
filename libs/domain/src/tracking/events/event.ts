import type { EpochMs } from '../../epoch.ts';
import type { Umdid, Umid } from '../../identity/model/ids.ts';

/** A lower-case UUID: of the time of receipt and chance, or derived from the caller's id or `Idempotency-Key`. */
export type EventId = string;

/** `dataLayer`: members of a data element that no mapping turned into a page view or an action. */
export type EventType = 'page' | 'action' | 'dataLayer';

/** A tracking event as it is stored, under the umid of its moment for ever (docs/behaviour.md#events). */
export interface TrackedEvent {
  readonly id: EventId;
  readonly type: EventType;
  readonly umdid: Umdid;
  readonly umid: Umid;
  /** The device's binding version when the event was accepted. */
  readonly bindingVersion: number;
  readonly pipeline: string;
  /** Orders the event: the client's time, or the receive time where the client's lies in the future. */
  readonly time: EpochMs;
  /** The time that the client gave, where it is not the one that orders. */
  readonly clientTime: EpochMs | null;
  readonly receivedAt: EpochMs;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The first sight of a device: brings its profile into being when the log delivers it. */
export interface FirstVisit {
  readonly umdid: Umdid;
  readonly umid: Umid;
  readonly pipeline: string;
  readonly at: EpochMs;
}

const EVERY_TYPE: Readonly<Record<EventType, true>> = { page: true, action: true, dataLayer: true };

/** Every type that a stored event can have; a type that is not listed here does not compile. */
export const EVENT_TYPES = Object.keys(EVERY_TYPE) as readonly EventType[];
