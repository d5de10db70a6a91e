import type { Device, Profile, Umid } from '@kith/domain/identity';
import type {
  ConsentHistory,
  DeadLetterStore,
  Outbox,
  PrivacyStore,
  ProfileStore,
  Scope,
  TrackingStore,
} from '@kith/ports';
import { aConsentEntry } from '../../builders/consent.ts';
import {
  aChange,
  aCommit,
  aDevice,
  aLink,
  aProfile,
  aRedirect,
  fresh,
  newIdentifier,
} from '../../builders/identity.ts';
import { manyOf, randomName, randomUmid } from '../../builders/ids.ts';
import { anActivity, anEvent, aTrackingCommit, trackingWrites } from '../../builders/tracking.ts';
import { ampleDeadline } from '../../builders/scope.ts';

/** The ports that look at one store. */
export interface PrivacyAdapters {
  readonly profiles: ProfileStore;
  readonly consentHistory: ConsentHistory;
  readonly tracking: TrackingStore;
  readonly outbox: Outbox;
  readonly privacy: PrivacyStore;
  readonly deadLetters: DeadLetterStore;
}

/** A person of whom a store holds something of every kind. */
export interface StoredPerson {
  readonly profile: Profile;
  readonly absorbed: Umid;
  readonly devices: readonly Device[];
  readonly friend: Umid;
}

export const PERSONS_EVENTS = 7;

/** Stores a person who absorbed somebody, with two devices, of which a merge has led one on. */
export const storePerson = async (
  { profiles, tracking }: PrivacyAdapters,
  scope: Scope,
): Promise<StoredPerson> => {
  const held = { name: 'customerId', value: randomName('value'), firstSeen: 1, lastSeen: 1 };
  const shared = { name: 'mt2', value: randomName('line') };
  const absorbed = randomUmid();
  const profile = aProfile({ identifiers: [held], absorbed: [absorbed] });
  const friend = randomUmid();
  const devices = [
    aDevice({ umid: profile.umid }),
    aDevice({ umid: profile.umid, trail: [{ umid: absorbed, identifiedBy: 0 }] }),
  ];
  const commit = aCommit({
    profiles: [fresh(profile), fresh(aRedirect(absorbed, profile.umid))],
    devices: devices.map(fresh),
    identifiers: [
      newIdentifier(held, profile.umid),
      newIdentifier({ name: 'profileId', value: randomName('p') }, absorbed),
    ],
    shared: [{ ...shared, umid: absorbed, lastSeen: 1 }],
    links: [aLink(absorbed, friend), aLink(profile.umid, friend)],
    consent: [aConsentEntry({ umid: profile.umid }), aConsentEntry({ umid: absorbed })],
    changes: [aChange({ umid: profile.umid }), aChange({ umid: friend })],
  });
  await profiles.commit(scope, commit);
  const events = manyOf(PERSONS_EVENTS, () => anEvent({ umid: absorbed }));
  const activities = new Map([[absorbed, anActivity(PERSONS_EVENTS)]]);
  await tracking.record(
    ampleDeadline(),
    aTrackingCommit({ writes: new Map([[scope.account, trackingWrites({ events, activities })]]) }),
  );
  return { profile, absorbed, devices, friend };
};
