import type { Umdid } from '../identity/ids.ts';
import { uuidFromBytes } from '../identity/ids.ts';
import type { Mac } from '../mac.ts';
import type { AccountName } from '../pipeline/account-rules.ts';
import type { EventId } from './event.ts';

/** What makes a retried event the same event: the element's own id, or the request's key and the element's index. */
export type EventKey =
  | { readonly from: 'element'; readonly id: string }
  | { readonly from: 'request'; readonly key: string; readonly index: number };

/**
 * The id of the n-th event of a data element. It derives from account, umdid and the caller's key by HMAC, so that a
 * retry makes the same id and nobody can aim at another device's events (behaviour.md section 2, retries).
 */
export const deriveEventId = (
  mac: Mac,
  account: AccountName,
  umdid: Umdid,
  key: EventKey,
  ordinal: number,
): EventId => {
  const parts = key.from === 'element' ? ['element', key.id] : ['request', key.key, String(key.index)];
  return uuidFromBytes(mac('retry', account, umdid, ...parts, String(ordinal)));
};
