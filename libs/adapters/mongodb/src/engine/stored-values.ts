import {
  boundTo,
  type Device,
  type Link,
  type MergeJournal,
  type SharedHolding,
  type StoredProfile,
  type Umid,
} from '@kith/domain/identity';
import type { ConsentEntry } from '@kith/domain/consent';
import type { AccountName } from '@kith/domain/pipeline';
import { eventName, type Activity, type TrackedEvent } from '@kith/domain/tracking';
import type {
  ActivityDocument,
  ConsentDocument,
  DeviceDocument,
  EventDocument,
  HolderDocument,
  IdentifierDocument,
  LinkDocument,
  ProfileDocument,
} from './documents.ts';
import { idleSinceOf } from './idle-since.ts';
import { accountKey, identifierDigest, sequencePart, umidInKey } from './keys.ts';
import { placesOf } from './person-place.ts';

export const profileDocument = (account: AccountName, profile: StoredProfile): ProfileDocument => {
  const shared = { _id: accountKey(account, profile.umid), version: profile.version, account };
  if (profile.kind === 'redirect') {
    const journal = profile.journal === null ? null : JSON.stringify(profile.journal);
    const to = accountKey(account, profile.to);
    return { ...shared, to, next: to, journal };
  }
  const { state, source, createdAt, lastSeenAt, absorbed } = profile;
  const times = { createdAt: new Date(createdAt), lastSeenAt: new Date(lastSeenAt) };
  return {
    ...shared,
    state,
    source,
    ...placesOf(profile),
    ...times,
    ...idleSinceOf(profile),
    absorbed,
    body: JSON.stringify(profile),
  };
};

export const storedProfile = (account: AccountName, document: ProfileDocument): StoredProfile => {
  if (!('to' in document)) return JSON.parse(document.body) as StoredProfile;
  const { version, to, journal } = document;
  return {
    kind: 'redirect',
    umid: umidInKey(account, document._id),
    to: umidInKey(account, to),
    version,
    journal: journal === null ? null : (JSON.parse(journal) as MergeJournal),
  };
};

export const deviceDocument = (account: AccountName, device: Device): DeviceDocument => ({
  _id: accountKey(account, device.umdid),
  version: device.bindingVersion,
  target: accountKey(account, device.umid),
  bound: accountKey(account, boundTo(device)),
  lastSeenAt: new Date(device.lastSeen),
  body: JSON.stringify(device),
});

export const identifierDocument = (
  account: AccountName,
  identifier: { readonly name: string; readonly value: string; readonly umid: Umid },
): IdentifierDocument => ({
  _id: accountKey(account, identifierDigest(identifier)),
  target: accountKey(account, identifier.umid),
});

export const holderDocument = (account: AccountName, holding: SharedHolding): HolderDocument => {
  const digest = identifierDigest(holding);
  return {
    _id: accountKey(account, digest, holding.umid),
    of: accountKey(account, digest),
    holder: accountKey(account, holding.umid),
    lastSeen: holding.lastSeen,
  };
};

/** A link as each of its ends sees it. */
export const linkDocuments = (account: AccountName, { umids, why, lastSeen }: Link): LinkDocument[] => {
  const [a, b] = umids;
  return [
    { _id: accountKey(account, a, b), of: accountKey(account, a), umids, why, lastSeen },
    { _id: accountKey(account, b, a), of: accountKey(account, b), umids, why, lastSeen },
  ];
};

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
