import { link } from '../attach.ts';
import { bindDevice } from '../device.ts';
import { addProfile, report } from '../draft.ts';
import type { Draft } from '../draft.ts';
import type { Umid } from '../ids.ts';
import type { Profile } from '../profile.ts';

/** Another person on this device: the device goes over to X, and nothing merges. */
export const switchDevice = (draft: Draft, current: Profile, to: Umid): void => {
  bindDevice(draft, to);
  report(draft, 'profile.switched', to, { from: current.umid });
  if (draft.situation.account.linking.has('sameDevice')) link(draft, current.umid, to, 'sameDevice');
};

/** Another person whom nobody knows yet: a new profile, then the switch. */
export const switchToNew = (draft: Draft, current: Profile): void => {
  const { newUmid, newProfileIds } = draft.situation;
  addProfile(draft, newUmid, newProfileIds[1]);
  switchDevice(draft, current, newUmid);
};
