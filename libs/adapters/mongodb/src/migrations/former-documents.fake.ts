import {
  boundTo,
  type Device,
  type Identifier,
  type Link,
  type SharedHolding,
  type StoredProfile,
  type Umid,
} from '@kith/domain/identity';
import type { Suppression } from '@kith/domain/privacy';
import type { Db, Document } from 'mongodb';
import { idleSinceOf } from '../engine/identity-documents.ts';
import { accountKey, identifierDigest } from '../engine/keys.ts';
import { placesOf } from '../engine/person-place.ts';
import { type FORMER_COLLECTIONS } from './former-collections.ts';

type FormerName = keyof typeof FORMER_COLLECTIONS;

/** What programs stored before identity was in one collection. */
export interface FormerData {
  readonly profiles?: readonly StoredProfile[];
  readonly devices?: readonly Device[];
  readonly identifiers?: readonly (Identifier & { readonly umid: Umid })[];
  readonly holders?: readonly SharedHolding[];
  readonly links?: readonly Link[];
  readonly suppressions?: readonly Suppression[];
}

/** Writes the data of an account as those programs did. */
export const writeFormer = async (database: Db, account: string, data: FormerData): Promise<void> => {
  const documents: Record<FormerName, readonly Document[]> = {
    profiles: (data.profiles ?? []).map((profile) => formerProfile(account, profile)),
    devices: (data.devices ?? []).map((device) => formerDevice(account, device)),
    identifiers: (data.identifiers ?? []).map((identifier) => ({
      _id: accountKey(account, identifierDigest(identifier)),
      target: accountKey(account, identifier.umid),
    })),
    holders: (data.holders ?? []).map((holding) => formerHolder(account, holding)),
    links: (data.links ?? []).flatMap((link) => formerLinks(account, link)),
    suppressions: (data.suppressions ?? []).map(({ key, at }) => ({ _id: accountKey(account, key), at })),
  };
  for (const [name, some] of Object.entries(documents)) {
    if (some.length > 0) await database.collection(name).insertMany([...some]);
  }
};

/** As it stood at the end: members came with the versions, and migrations add them. */
export const formerProfile = (account: string, profile: StoredProfile): Document => {
  const shared = { _id: accountKey(account, profile.umid), version: profile.version, account };
  if (profile.kind === 'redirect') {
    const to = accountKey(account, profile.to);
    const journal = profile.journal === null ? null : JSON.stringify(profile.journal);
    return { ...shared, to, next: to, journal };
  }
  return {
    ...shared,
    state: profile.state,
    source: profile.source,
    ...placesOf(profile),
    createdAt: new Date(profile.createdAt),
    lastSeenAt: new Date(profile.lastSeenAt),
    ...idleSinceOf(profile),
    absorbed: profile.absorbed,
    body: JSON.stringify(profile),
  };
};

const formerDevice = (account: string, device: Device): Document => ({
  _id: accountKey(account, device.umdid),
  version: device.bindingVersion,
  target: accountKey(account, device.umid),
  bound: accountKey(account, boundTo(device)),
  lastSeenAt: new Date(device.lastSeen),
  guarded: 2,
  body: JSON.stringify(device),
});

const formerHolder = (account: string, holding: SharedHolding): Document => ({
  _id: accountKey(account, identifierDigest(holding), holding.umid),
  of: accountKey(account, identifierDigest(holding)),
  holder: accountKey(account, holding.umid),
  lastSeen: holding.lastSeen,
});

const formerLinks = (account: string, { umids: [a, b], why, lastSeen }: Link): readonly Document[] =>
  [
    [a, b],
    [b, a],
  ].map(([own, other]) => ({
    _id: accountKey(account, own!, other!),
    of: accountKey(account, own!),
    umids: [a, b],
    why,
    lastSeen,
  }));
