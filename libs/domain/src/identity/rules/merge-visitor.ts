import { bindDevice } from '../device.ts';
import type { Draft } from '../draft.ts';
import { merge } from '../merge/merge.ts';
import type { Profile } from '../profile.ts';

/** C visitor, X found by more than a device identifier, or another visitor: C becomes part of X. */
export const mergeVisitor = (draft: Draft, current: Profile, found: Profile): void => {
  merge(draft, current.umid, found.umid);
  bindDevice(draft, found.umid);
};
