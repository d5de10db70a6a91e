import type { Guard, Put } from './commit.ts';
import type { Draft } from './draft.ts';
import type { Device, StoredProfile } from './profile.ts';

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
