import type { EpochMs } from '../../epoch.ts';
import { uuidFromBytes, type Umdid } from '../../identity/model/ids.ts';
import type { Macs } from '../../mac.ts';
import type { AccountName } from '../../pipeline/account-rules.ts';
import type { EventId } from './event.ts';

const TIME_DIGITS = 12;
/** Where the version of a UUID stands; behind it all is left to chance, but the two bits of the variant. */
const VERSION_AT = 14;

/**
 * The id of an event that nothing names: a UUID of version 7 (RFC 9562), of a random one and the time of receipt. What is
 * received together lies side by side in a store's index of ids, instead of touching a page of it each.
 */
export const eventIdAt = (receivedAt: EpochMs, random: string): EventId => {
  const time = receivedAt.toString(16).padStart(TIME_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(VERSION_AT + 1)}`;
};

/** What makes a retried event the same event: the element's own id, or the request's key and the element's index. */
export type EventKey =
  | { readonly from: 'element'; readonly id: string }
  | { readonly from: 'request'; readonly key: string; readonly index: number };

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
