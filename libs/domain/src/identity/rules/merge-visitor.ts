import type { Draft } from '../draft.ts';
import { merge } from '../merge/merge.ts';
import type { Profile } from '../profile.ts';
import { stay } from './stay.ts';

/**
 * C visitor, X found by more than a device identifier, or another visitor: C becomes part of X. A visitor whose first
 * visit is still on its way comes into being for it, with its device, so that undoing the merge finds both.
 */
export const mergeVisitor = (draft: Draft, current: Profile, found: Profile): void => {
  stay(draft, current);
  merge(draft, current.umid, found.umid);
};
