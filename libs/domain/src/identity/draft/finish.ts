import type { ChangeEvent } from '../model/change-event.ts';
import { EMPTY_COMMIT, type Commit, type Guard, type Put } from '../model/commit.ts';
import type { Draft } from './draft.ts';
import { headsChangedBy } from '../model/heads.ts';
import type { Umid } from '../model/ids.ts';
import type { Device, Profile, StoredProfile } from '../model/profile.ts';

/** Turns a draft into what is to be written, with the versions that it was decided from as preconditions. */
export const commitOf = (draft: Draft): Commit => {
  const profiles = [...profilePuts(draft), ...redirectPuts(draft), ...draft.forgotten];
  const rest = {
    ...EMPTY_COMMIT,
    profiles,
    identifiers: draft.identifiers,
    released: draft.released,
    shared: draft.shared,
    links: draft.links,
    consent: draft.consent,
    heads: headsChangedBy(profiles, (umid) => draft.profiles.get(umid)?.stored ?? null),
    changes: changesOf(draft, profiles),
  };
  return withDeviceOf(rest, draft);
};

/** The commit with the draft's device as it is by now: whose device it is, and all else, is what it was. */
export const withDeviceOf = (commit: Commit, draft: Draft): Commit => {
  const devices = devicePuts(draft);
  return { ...commit, devices, guards: guardsOf(draft, commit.profiles, devices) };
};

/**
 * A profile of which something is reported counts as changed: what happened to it leaves in the order of its versions
 * only if no two commits report under one.
 */
const profilePuts = (draft: Draft): Put<StoredProfile>[] => {
  const reported = new Set(draft.changes.map(({ umid }) => umid));
  return [...draft.profiles.values()]
    .filter(({ stored, profile }) => profile !== stored || reported.has(profile.umid))
    .filter(({ profile }) => !draft.redirects.has(profile.umid))
    .filter(({ profile }) => draft.implied !== profile.umid || wasAdded(draft, profile.umid))
    .map(({ stored, profile }) => ({
      value: { ...profile, version: (stored?.version ?? 0) + 1, changedAt: draft.input.now },
      expected: stored?.version ?? null,
    }));
};

const wasAdded = (draft: Draft, umid: Umid): boolean =>
  draft.identifiers.some((put) => put.name === 'profileId' && put.umid === umid);

const redirectPuts = (draft: Draft): Put<StoredProfile>[] =>
  Array.from(draft.redirects.values(), (redirect) => ({
    value: redirect,
    expected: draft.profiles.get(redirect.umid)?.stored?.version ?? null,
  }));

const devicePuts = ({ device, storedDevice }: Draft): Put<Device>[] =>
  device === null || device === storedDevice
    ? []
    : [
        {
          value: { ...device, bindingVersion: (storedDevice?.bindingVersion ?? 0) + 1 },
          expected: storedDevice?.bindingVersion ?? null,
        },
      ];

const changesOf = (draft: Draft, puts: readonly Put<StoredProfile>[]): ChangeEvent[] => {
  const versions = new Map(puts.map(({ value }) => [value.umid, value.version]));
  return draft.changes.map(({ type, umid, detail }, ordinal) => {
    const profileVersion = versions.get(umid) ?? draft.profiles.get(umid)?.profile.version ?? 0;
    const device = draft.device?.umdid ?? draft.input.umdid;
    const id = `${umid}:${profileVersion}:${device}:${draft.input.now}:${ordinal}`;
    return { id, type, umid, profileVersion, at: draft.input.now, detail };
  });
};

/** The profile as it will be stored. */
export const committedProfile = (commit: Commit, profile: Profile): Profile => {
  const put = commit.profiles.find(({ value }) => value.umid === profile.umid)?.value;
  return put?.kind === 'profile' ? put : profile;
};

/**
 * What the decision was made from and does not write. Two requests that each look at both of two profiles and write
 * one of them would else end as no order of them does; one that looks at a single profile needs no guard but its own
 * writes, unless it changes whose identifiers or devices are whose.
 */
export const guardsOf = (
  draft: Draft,
  profiles: readonly Put<StoredProfile>[],
  devices: readonly Put<Device>[],
): readonly Guard[] => {
  const { identifiers, released, storedDevice } = draft;
  const read = [...draft.profiles.values()].flatMap(({ stored }) => stored ?? []);
  const isSimple = read.length < 2 && identifiers.length + released.length === 0;
  if (isSimple && !binds(draft, devices)) return [];
  const written = new Set(profiles.map(({ value }) => value.umid));
  const unwritten = read.filter(({ umid }) => !written.has(umid));
  const device = storedDevice === null || devices.length > 0 ? [] : [storedDevice];
  return [
    ...unwritten.map(({ umid, version }): Guard => ({ kind: 'profile', umid, version })),
    ...device.map(({ umdid, bindingVersion }): Guard => ({ kind: 'device', umdid, version: bindingVersion })),
  ];
};

/** A device must not come to point at a profile that was erased, or merged away, at the same moment. */
const binds = ({ storedDevice }: Draft, devices: readonly Put<Device>[]): boolean =>
  devices.some(({ value }) => value.umid !== storedDevice?.umid);
