import type { Device, Profile, Umid } from '@kith/domain/identity';
import type { Activity, TrackedEvent } from '@kith/domain/tracking';
import type { Expiry, ExpiryStore, Scope, TrackingWrites } from '@kith/ports';
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
import { manyOf, randomProfileId, randomUmid } from '../../builders/ids.ts';
import { ampleDeadline } from '../../builders/scope.ts';
import { anActivity, anEvent, aTrackingCommit, trackingWrites } from '../../builders/tracking.ts';
import type { PrivacyAdapters } from '../privacy-store/person.ts';

/** The ports that look at one store. */
export interface ExpiryAdapters extends PrivacyAdapters {
  readonly expiry: ExpiryStore;
}

/** A visitor of whom a store holds something of every kind that a visitor can have. */
export interface StoredVisitor {
  readonly profile: Profile;
  readonly absorbed: Umid;
  readonly devices: readonly Device[];
  readonly friend: Umid;
  readonly activities: ReadonlyMap<Umid, Activity>;
}

export const VISITORS_EVENTS = 4;

/** Stores a visitor who absorbed another one, last seen at that time. */
export const storeVisitor = async (
  { profiles, tracking }: ExpiryAdapters,
  scope: Scope,
  lastSeenAt: number,
): Promise<StoredVisitor> => {
  const [absorbed, friend] = [randomUmid(), randomUmid()];
  const profile = aProfile({ lastSeenAt, absorbed: [absorbed] });
  const devices = [
    aDevice({ umid: profile.umid }),
    aDevice({ umid: profile.umid, trail: [{ umid: absorbed, identifiedBy: 0 }] }),
  ];
  await profiles.commit(
    scope,
    aCommit({
      profiles: [fresh(profile), fresh(aRedirect(absorbed, profile.umid))],
      devices: devices.map(fresh),
      identifiers: [
        newIdentifier({ name: 'profileId', value: profile.profileId }, profile.umid),
        newIdentifier({ name: 'profileId', value: randomProfileId() }, absorbed),
      ],
      links: [aLink(absorbed, friend), aLink(profile.umid, friend)],
      consent: [aConsentEntry({ umid: profile.umid }), aConsentEntry({ umid: absorbed })],
    }),
  );
  const events = manyOf(VISITORS_EVENTS, () => anEvent({ umid: absorbed, receivedAt: lastSeenAt }));
  const activities = new Map([[absorbed, anActivity(VISITORS_EVENTS)]]);
  await record({ tracking }, scope, events, { activities });
  return { profile, absorbed, devices, friend, activities };
};

/** Records events, and the activity that they come to. */
export const record = (
  { tracking }: Pick<ExpiryAdapters, 'tracking'>,
  { account }: Scope,
  events: readonly TrackedEvent[],
  activity: Partial<Pick<TrackingWrites, 'activities' | 'continued'>> = {},
) => {
  const writes = new Map([[account, trackingWrites({ events, ...activity })]]);
  return tracking.record(ampleDeadline(), aTrackingCommit({ writes }));
};

/** What removes a visitor as it was stored. */
export const anExpiry = (
  { profile, activities }: Pick<StoredVisitor, 'profile' | 'activities'>,
  members: Partial<Expiry> = {},
): Expiry => ({
  profile,
  activities,
  notes: [],
  tallies: [],
  change: aChange({ umid: profile.umid, type: 'profile.expired', profileVersion: profile.version + 1 }),
  ...members,
});
