import { addProfile, profileIn, type Draft } from './draft.ts';
import { settleDevice } from '../model/device-trail.ts';
import { stronger } from '../model/strength.ts';
import type { Umid } from '../model/ids.ts';
import type { Device, IdentificationType, Profile, RetryKey } from '../model/profile.ts';

/** A device remembers the hashes of its last idempotency keys. */
export const RETRY_KEYS = 32;
/** For how long, in milliseconds (docs/behaviour.md#retries). */
export const RETRY_KEY_LIFETIME = 24 * 3_600_000;

/** Points the device at a profile and makes that the one that answers; what identified it before counts no more. */
export const bindDevice = (draft: Draft, umid: Umid): void => {
  draft.target = umid;
  if (draft.device?.umid === umid) return;
  draft.device = { ...(draft.device ?? newDevice(draft)), umid, identifiedBy: 0, trail: [] };
};

/** The device stays with its profile, which now lives under another umid: what identified it there still counts. */
export const followMerge = (draft: Draft, umid: Umid): void => {
  draft.target = umid;
  if (draft.device !== null) draft.device = settleDevice(draft.device, profileIn(draft, umid));
};

/**
 * The device keeps its profile, which comes into being where an earlier answer only implied it. A device that points at an
 * umid which was merged away is moved on to the survivor.
 */
export const stayWith = (draft: Draft, current: Profile): void => {
  if (draft.implied === current.umid) addProfile(draft, current.umid, current.profileId);
  if (draft.device === null) bindDevice(draft, current.umid);
  else followMerge(draft, current.umid);
};

/** An identifier has identified the device's profile on this device. */
export const identifyDevice = (draft: Draft, type: IdentificationType): void => {
  if (draft.device === null) return;
  const identifiedBy = stronger(draft.device.identifiedBy, type);
  if (identifiedBy !== draft.device.identifiedBy) draft.device = { ...draft.device, identifiedBy };
};

/** Whether the device has made a request with one of these keys in the last 24 hours. */
export const hasRetryKey = (device: Device | null, hashes: readonly string[], now: number): boolean =>
  hashes.length > 0 && livingKeys(device, now).some(({ hash }) => hashes.includes(hash));

/** The device with the request's key among its keys, as the first secret gives it. */
export const withRetryKey = (device: Device, [hash]: readonly string[], now: number): Device =>
  hash === undefined
    ? device
    : { ...device, retryKeys: [{ hash, at: now }, ...livingKeys(device, now)].slice(0, RETRY_KEYS) };

const livingKeys = (device: Device | null, now: number): readonly RetryKey[] =>
  device?.retryKeys.filter(({ at }) => now - at < RETRY_KEY_LIFETIME) ?? [];

/** How many calls a device remembers: more than are under way for it at once. */
const MAX_DONE_CALLS = 16;
/** For how long, in milliseconds: longer than a call may come again, by clocks that differ. */
const DONE_CALL_LIFETIME = 60_000;

/** Whether the call has changed something before: its answer was lost on the way. */
export const hasDoneCall = (device: Device | null, id: string | undefined): boolean =>
  id !== undefined && device?.doneCalls?.some((done) => done.id === id) === true;

/** The device with the call among those that changed something. */
export const withDoneCall = (device: Device, id: string | undefined, now: number): Device => {
  if (id === undefined) return device;
  const living = device.doneCalls?.filter(({ at }) => now - at < DONE_CALL_LIFETIME) ?? [];
  return { ...device, doneCalls: [{ id, at: now }, ...living].slice(0, MAX_DONE_CALLS) };
};

const newDevice = ({ input }: Draft): Omit<Device, 'umid' | 'identifiedBy'> => ({
  umdid: input.umdid,
  bindingVersion: 0,
  firstSeen: input.now,
  lastSeen: input.now,
  retryKeys: [],
});
