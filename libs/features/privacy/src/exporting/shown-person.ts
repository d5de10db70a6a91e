import type { Acknowledgement } from '@kith/domain/consent';
import {
  attributesOf,
  type Device,
  type FormerIdentifier,
  type HeldIdentifier,
  type Link,
  type Profile,
  type StoredProfile,
} from '@kith/domain/identity';
import type { Activity, TrackedEvent, WaitingDeadLetter } from '@kith/domain/tracking';
import type { ExportedValue, ListedConsentEntry } from '@kith/ports';

/** Everything that a profile itself holds of its person. */
export const shownPerson = (profile: Profile): ExportedValue => {
  const { umid, profileId, state, source, createdAt, changedAt, lastSeenAt, permissions } = profile;
  return {
    profile: {
      umid,
      profileId,
      state,
      source,
      createdAt: isoTime(createdAt),
      changedAt: isoTime(changedAt),
      lastSeenAt: isoTime(lastSeenAt),
    },
    identifiers: profile.identifiers.map(shownIdentifier),
    formerIdentifiers: profile.formerIdentifiers.map(shownFormer),
    permissions: Object.fromEntries(
      Object.entries(permissions).map(([name, { granted, modifiedAt, withdrawnAt }]) => [
        name,
        {
          granted,
          modifiedAt: isoTime(modifiedAt),
          ...(withdrawnAt === undefined ? {} : { withdrawnAt: isoTime(withdrawnAt) }),
        },
      ]),
    ),
    attributes: shownAttributes(profile),
    acknowledgements: profile.acknowledged.map(shownAcknowledgement),
  };
};

const shownAttributes = (profile: Pick<Profile, 'attributes'>): ExportedValue =>
  Object.fromEntries(
    Object.entries(attributesOf(profile)).map(([name, { value, modifiedAt }]) => [
      name,
      { value, modifiedAt: isoTime(modifiedAt) },
    ]),
  );

/** What is stored under one of the umids of a person. */
export interface UmidContent {
  readonly stored: StoredProfile | null;
  readonly devices: readonly Device[];
  readonly links: readonly Link[];
  readonly activity: Activity | null;
}

/** What a umid stands for: the living profile, or a profile that a merge brought to it. */
export const shownUmid = (umid: string, content: UmidContent): ExportedValue => {
  const { stored, devices, links, activity } = content;
  return {
    umid,
    ...(stored?.kind === 'redirect' ? { merge: shownMerge(stored) } : {}),
    devices: devices.map(shownDevice),
    links: links.map(({ umids, why, lastSeen }) => ({
      with: umids.find((one) => one !== umid) ?? umid,
      why,
      lastSeen: isoTime(lastSeen),
    })),
    activity: activity === null ? null : shownActivity(activity),
  };
};

/** Without events, and without anything that enrichment brought, there is none. */
const shownActivity = ({ events, lastEventAt, attributes, enriched }: Activity): ExportedValue | null => {
  if (events === 0 && enriched === undefined) return null;
  const brought = Object.entries(enriched ?? {}).map(([name, { value, time }]) => [
    name,
    { value, receivedAt: isoTime(time) },
  ]);
  return {
    events,
    lastEventAt: events === 0 ? null : isoTime(lastEventAt),
    attributes,
    enriched: Object.fromEntries(brought),
  };
};

const shownMerge = ({
  to,
  journal,
}: Extract<StoredProfile, { readonly kind: 'redirect' }>): ExportedValue => ({
  into: to,
  at: journal === null ? null : isoTime(journal.mergedAt),
  identifiers: journal?.loser.identifiers.map(shownIdentifier) ?? [],
  attributes: journal === null ? {} : shownAttributes(journal.loser),
});

const shownDevice = ({ umdid, identifiedBy, firstSeen, lastSeen, trail = [] }: Device): ExportedValue => ({
  umdid,
  identifiedBy,
  firstSeen: isoTime(firstSeen),
  lastSeen: isoTime(lastSeen),
  formerly: trail.map(({ umid }) => umid),
});

/** An entry of the consent history as it stands. */
export const shownConsent = ({ umid, sequence, entry }: ListedConsentEntry): ExportedValue =>
  entry === null
    ? { umid, sequence, unreadable: true }
    : { umid, sequence, at: isoTime(entry.at), source: entry.source, fact: entry.fact, mac: entry.mac };

/** An event as it is stored. */
export const shownEvent = ({
  time,
  receivedAt,
  clientTime,
  bindingVersion: _,
  ...event
}: TrackedEvent): ExportedValue => ({
  ...event,
  time: isoTime(time),
  receivedAt: isoTime(receivedAt),
  clientTime: clientTime === null ? null : isoTime(clientTime),
});

/** A record that nobody understood. */
export const shownDeadLetter = ({
  id,
  umid,
  reason,
  original,
  buriedAt,
  expiresAt,
}: WaitingDeadLetter): ExportedValue => ({
  umid,
  id,
  reason,
  original,
  buriedAt: isoTime(buriedAt),
  expiresAt: isoTime(expiresAt),
});

const shownIdentifier = ({ name, value, firstSeen, lastSeen }: HeldIdentifier): ExportedValue => ({
  name,
  value,
  firstSeen: isoTime(firstSeen),
  lastSeen: isoTime(lastSeen),
});

const shownFormer = (former: FormerIdentifier): ExportedValue => ({
  ...shownIdentifier(former),
  until: isoTime(former.until),
  reason: former.reason,
});

const shownAcknowledgement = ({ date, clientTime, ...acknowledgement }: Acknowledgement): ExportedValue => ({
  ...acknowledgement,
  date: isoTime(date),
  ...(clientTime === undefined ? {} : { clientTime: isoTime(clientTime) }),
});

const isoTime = (at: number): string => new Date(at).toISOString();
