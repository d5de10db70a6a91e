import { link } from '../attach.ts';
import { bindDevice } from '../device.ts';
import type { Draft } from '../draft.ts';
import type { Profile } from '../profile.ts';

/** C none, X found: a new device of X. */
export const bind = (draft: Draft, found: Profile): void => bindDevice(draft, found.umid);

/** C visitor, X a customer found by a device identifier alone: the device goes over to X, and nothing merges. */
export const bindToCustomer = (draft: Draft, current: Profile, found: Profile): void => {
  bindDevice(draft, found.umid);
  if (draft.situation.account.linking.has('sameDevice')) link(draft, current.umid, found.umid, 'sameDevice');
};
