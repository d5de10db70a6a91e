import type { Umid } from './ids.ts';
import type { Device, DeviceStop, Profile } from './profile.ts';

/** The most stops that a device remembers: the one that it was bound to, and the last ones. */
export const DEVICE_STOPS = 8;

/** The umid that the device was bound to by an identification or a first visit, and not by a merge. */
export const boundTo = ({ umid, trail = [] }: Device): Umid => trail[0]?.umid ?? umid;

/**
 * Whether an unmerge has taken away the profile that the device was bound to from the one to which merges had led it:
 * the device belongs where `boundTo` leads to.
 */
export const isStrayed = (device: Device, profile: Profile | null): boolean =>
  (device.trail ?? []).length > 0 && (profile === null || !isOf(profile, boundTo(device)));

/**
 * The device at the profile that `boundTo` leads to. After a merge it is as well known there as it was before; after
 * an unmerge as well as it was at its last stop that this profile is made of.
 */
export const settleDevice = (device: Device, profile: Profile): Device => {
  if (device.umid === profile.umid) return device;
  const { umid, identifiedBy, trail = [] } = device;
  const stops = [...trail, { umid, identifiedBy }];
  const last = stops.findLastIndex((stop) => isOf(profile, stop.umid));
  const known = stops.slice(0, last + 1);
  const here = known.at(-1);
  return {
    ...device,
    umid: profile.umid,
    identifiedBy: here?.identifiedBy ?? 0,
    trail: bounded(here?.umid === profile.umid ? known.slice(0, -1) : known),
  };
};

const isOf = (profile: Profile, umid: Umid): boolean =>
  umid === profile.umid || profile.absorbed.includes(umid);

/** What a stop in the middle knew is answered by the one before it, which knew less. */
const bounded = (stops: readonly DeviceStop[]): readonly DeviceStop[] =>
  stops.length <= DEVICE_STOPS ? stops : [...stops.slice(0, 1), ...stops.slice(1 - DEVICE_STOPS)];
