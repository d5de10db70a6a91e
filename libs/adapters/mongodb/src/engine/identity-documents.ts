import {
  boundTo,
  type Device,
  type Identifier,
  type Link,
  type MergeJournal,
  type Profile,
  type SharedHolding,
  type StoredProfile,
  type Umid,
} from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { mayExpire, type Suppression } from '@kith/domain/privacy';
import type { RedirectMark } from '@kith/domain/resolution';
import type {
  DeviceDocument,
  HolderDocument,
  IdentifierDocument,
  LinkDocument,
  LivingDocument,
  ProfileDocument,
  RedirectDocument,
  SuppressionDocument,
} from './documents.ts';
import {
  deviceKey,
  holderKey,
  holdersAround,
  identifierKey,
  lastPart,
  linkKey,
  linksAround,
  ownedBy,
  profileKey,
  suppressionKey,
} from './identity-keys.ts';
import { placesOf } from './person-place.ts';

export const profileDocument = (account: AccountName, profile: StoredProfile): ProfileDocument => {
  const shared = { _id: profileKey(account, profile.umid), version: profile.version, account };
  if (profile.kind === 'redirect') {
    const journal = profile.journal === null ? null : JSON.stringify(profile.journal);
    return { ...shared, to: profile.to, journal };
  }
  const { state, source } = profile;
  return {
    ...shared,
    state,
    source,
    ...placesOf(profile),
    ...idleSinceOf(profile),
    body: JSON.stringify(profile),
  };
};

export const storedProfile = (document: ProfileDocument): StoredProfile => {
  if (!('to' in document)) return JSON.parse(document.body) as StoredProfile;
  const { _id, version, to, journal } = document;
  return {
    kind: 'redirect',
    umid: lastPart(_id),
    to: to as Umid,
    version,
    journal: journal === null ? null : (JSON.parse(journal) as MergeJournal),
  };
};

/** What lies under a umid, as far as it takes to follow it. */
export const profileOrMark = (document: ProfileDocument): Profile | RedirectMark =>
  'to' in document ? redirectMark(document) : (JSON.parse(document.body) as Profile);

const redirectMark = ({ _id, version, to, shortcut }: RedirectDocument): RedirectMark => ({
  kind: 'redirect',
  umid: lastPart(_id),
  to: to as Umid,
  version,
  ...(shortcut === undefined ? {} : { shortcut: shortcut as Umid }),
});

export const deviceDocument = (account: AccountName, device: Device): DeviceDocument => ({
  _id: deviceKey(account, device.umdid),
  version: device.bindingVersion,
  of: ownedBy(account, 'device', boundTo(device)),
  lastSeenAt: new Date(device.lastSeen),
  body: JSON.stringify(device),
});

export const identifierDocument = (
  account: AccountName,
  identifier: Identifier & { readonly umid: Umid },
): IdentifierDocument => ({
  _id: identifierKey(account, identifier),
  of: ownedBy(account, 'identifier', identifier.umid),
});

export const holderDocument = (account: AccountName, holding: SharedHolding): HolderDocument => ({
  _id: holderKey(account, holding),
  of: ownedBy(account, 'holder', holding.umid),
  around: holdersAround(account, holding),
  lastSeen: holding.lastSeen,
});

/** A link as each of its ends sees it. */
export const linkDocuments = (
  account: AccountName,
  { umids, why, lastSeen }: Link,
): readonly LinkDocument[] => {
  const [a, b] = umids;
  return [
    { _id: linkKey(account, [a, b]), around: linksAround(account, a), umids, why, lastSeen },
    { _id: linkKey(account, [b, a]), around: linksAround(account, b), umids, why, lastSeen },
  ];
};

/** The link that one of its ends holds. */
export const linkFrom = ({ umids, why, lastSeen }: LinkDocument): Link => ({
  umids: [umids[0] as Umid, umids[1] as Umid],
  why: why as Link['why'],
  lastSeen,
});

export const suppressionDocument = (account: AccountName, { key, at }: Suppression): SuppressionDocument => ({
  _id: suppressionKey(account, key),
  at,
});

export const suppressionFrom = ({ _id, at }: SuppressionDocument): Suppression => ({
  key: lastPart(_id),
  at,
});

/** From when on a profile is idle, where nothing but its last sight keeps it. */
export const idleSinceOf = (profile: StoredProfile): Pick<LivingDocument, 'idleSince'> =>
  profile.kind === 'profile' && mayExpire(profile) ? { idleSince: new Date(profile.lastSeenAt) } : {};
