import { bindDevice, followMerge } from '../device.ts';
import { addProfile } from '../draft.ts';
import type { Draft } from '../draft.ts';
import type { Profile } from '../profile.ts';

/**
 * The device keeps its profile: upgrade, link, replace and refresh are what the request's identifiers then do to it.
 * A device that points at an umid which was merged away is moved on to the survivor.
 */
export const stay = (draft: Draft, current: Profile): void => {
  if (draft.implied === current.umid) addProfile(draft, current.umid, current.profileId);
  if (draft.device === null) bindDevice(draft, current.umid);
  else followMerge(draft, current.umid);
};
