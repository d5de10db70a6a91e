import type { EpochMs } from '../../epoch.ts';
import { type Umdid, type Umid, uuidFromBytes } from '../../identity/model/ids.ts';
import type { Macs } from '../../mac.ts';
import type { AccountName } from '../../pipeline/account-rules.ts';
import { beginningOf, wellFormed } from './whole-text.ts';

/** What makes a retried event the same event: the element's own id, or the request's key and the element's index. */
export type EventKey =
  | { readonly from: 'element'; readonly id: string }
  | { readonly from: 'request'; readonly key: string; readonly index: number };

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

/** So much of a name is counted by, in UTF-16 units. */
const MAX_NAME = 128;

/** The name by which statistics count an event: that of the page or the action; null where it has none. */
export const eventName = ({ properties }: Pick<TrackedEvent, 'properties'>): string | null => {
  const name = Object.hasOwn(properties, 'name') ? properties['name'] : undefined;
  return typeof name === 'string' && name !== '' ? wellFormed(beginningOf(name, MAX_NAME)) : null;
};

/** Where the version of a UUID stands; behind it all is left to chance, but the two bits of the variant. */
const VERSION_AT = 14;

const TIME_DIGITS = 12;

/**
 * The id of an event that nothing names: a UUID of version 7 (RFC 9562), of a random one and the time of receipt. What is
 * received together lies side by side in a store's index of ids, instead of touching a page of it each.
 */
export const eventIdAt = (receivedAt: EpochMs, random: string): EventId => {
  const time = receivedAt.toString(16).padStart(TIME_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(VERSION_AT + 1)}`;
};

/**
 * The ids of the n-th event of a data element, one per accepted secret: the first is its own, under the others it may
 * have been stored before. They derive from account, umdid and the caller's key by HMAC, so that a retry makes the same
 * ids and nobody can aim at another device's events (docs/behaviour.md#retries).
 */
export const deriveEventIds = (
  macs: Macs,
  { account, umdid }: { readonly account: AccountName; readonly umdid: Umdid },
  key: EventKey,
  part: string,
): readonly EventId[] => {
  const parts = key.from === 'element' ? ['element', key.id] : ['request', key.key, String(key.index)];
  return macs('retry', account, umdid, ...parts, part).map(uuidFromBytes);
};
