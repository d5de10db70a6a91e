import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { eventName, type TrackedEvent } from '@kith/domain/tracking';
import { accountKey, forwards } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** Stores an event wherever it is looked for. */
export const putEvent = (store: StoreCollections, account: AccountName, event: TrackedEvent): void => {
  store.eventIds.put(accountKey(account, event.id), event.time);
  store.events.put(accountKey(account, event.umid, event.time, event.id), event);
  noteReceipt(store, account, event);
  noteCounted(store, account, event);
};

/** Notes when an event was received, for whoever removes what has expired. */
export const noteReceipt = (
  store: StoreCollections,
  account: AccountName,
  { receivedAt, id, umid }: TrackedEvent,
): void => store.receipts.put(accountKey(account, receivedAt, id), umid);

/** Notes an event for the statistics. */
export const noteCounted = (store: StoreCollections, account: AccountName, event: TrackedEvent): void => {
  const { type, pipeline, time, id } = event;
  store.eventTimes.put(accountKey(account, time, id), { type, pipeline, name: eventName(event) });
};

/** Removes events of a umid, at most so many, the oldest first; how many it were. */
export const removeEventsOf = (
  store: StoreCollections,
  account: AccountName,
  umid: Umid,
  limit: number,
): number => {
  const events = store.events.values({ ...forwards(account, umid), limit });
  for (const event of events) removeEvent(store, account, event);
  return events.length;
};

/** Removes events that were received before that time, at most so many; how many it were. */
export const removeReceivedBefore = (
  store: StoreCollections,
  account: AccountName,
  receivedBefore: number,
  limit: number,
): number => {
  const range = { ...forwards(account), end: [account, receivedBefore, false], limit };
  const receipts = Array.from(store.receipts.entries(range));
  for (const { key, value: umid } of receipts) {
    const id = String(key[2]);
    const time = store.eventIds.get(accountKey(account, id));
    if (time === undefined) store.receipts.remove(key);
    else removeEvent(store, account, { receivedAt: Number(key[1]), id, umid, time });
  }
  return receipts.length;
};

const removeEvent = (
  store: StoreCollections,
  account: AccountName,
  { receivedAt, id, umid, time }: Pick<TrackedEvent, 'receivedAt' | 'id' | 'umid' | 'time'>,
): void => {
  store.events.remove(accountKey(account, umid, time, id));
  store.eventIds.remove(accountKey(account, id));
  store.eventTimes.remove(accountKey(account, time, id));
  store.receipts.remove(accountKey(account, receivedAt, id));
};
