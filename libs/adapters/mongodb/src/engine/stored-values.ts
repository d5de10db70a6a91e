import type { ConsentEntry } from '@kith/domain/consent';
import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { eventName, type Activity, type TrackedEvent } from '@kith/domain/tracking';
import type { ActivityDocument, ConsentDocument, EventDocument } from './documents.ts';
import { accountKey, sequencePart } from './keys.ts';

export const consentDocument = (account: AccountName, entry: ConsentEntry): ConsentDocument => ({
  _id: accountKey(account, entry.umid, sequencePart(entry.sequence)),
  of: accountKey(account, entry.umid),
  sequence: entry.sequence,
  at: new Date(entry.at),
  body: JSON.stringify(entry),
});

export const activityDocument = (account: AccountName, umid: Umid, activity: Activity): ActivityDocument => ({
  _id: accountKey(account, umid),
  events: activity.events,
  lastEventAt: new Date(activity.lastEventAt),
  ...(activity.recounted === undefined ? {} : { recounted: activity.recounted }),
  body: JSON.stringify(activity),
});

export const eventDocument = (account: AccountName, event: TrackedEvent): EventDocument => ({
  _id: accountKey(account, event.id),
  ...countedBy(account, event),
  of: accountKey(account, event.umid),
  type: event.type,
  time: event.time,
  receivedAt: new Date(event.receivedAt),
  body: JSON.stringify(event),
});

/** What statistics count an event by, beside its type. */
export const countedBy = (
  account: AccountName,
  event: TrackedEvent,
): Pick<EventDocument, 'account' | 'pipeline' | 'name'> => {
  const name = eventName(event);
  return { account, pipeline: event.pipeline, ...(name === null ? {} : { name }) };
};
