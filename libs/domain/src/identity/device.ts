import { profileIn } from './draft.ts';
import type { Draft } from './draft.ts';
import { settleDevice } from './merge/device-trail.ts';
import { stronger } from './strength.ts';
import type { Umid } from './ids.ts';
import type { Device, IdentificationType, RetryKey } from './profile.ts';

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

const newDevice = ({ situation }: Draft): Omit<Device, 'umid' | 'identifiedBy'> => ({
  umdid: situation.umdid,
  bindingVersion: 0,
  firstSeen: situation.now,
  lastSeen: situation.now,
  retryKeys: [],
});
