import { stayWith } from '../draft/device.ts';
import { merge } from '../merge/merge.ts';
import { areTwo, currentOf, defineRule, foundOf } from './identity-rule.ts';

/**
 * C visitor, X found by more than a device identifier, or another visitor: C becomes part of X. A visitor whose first
 * visit is still on its way comes into being for it, with its device, so that undoing the merge finds both.
 */
export const mergeVisitor = defineRule({
  row: 'mergeVisitor',
  sentence: 'a visitor, and the profile that the identifiers lead to: the visitor is merged into it',
  matches: (encounter) =>
    areTwo(encounter, 'visitor', 'visitor') ||
    (areTwo(encounter, 'visitor', 'customer') && encounter.found?.strength !== 0),
  apply: (draft, encounter) => {
    const current = currentOf(encounter);
    stayWith(draft, current);
    merge(draft, current.umid, foundOf(encounter).umid);
  },
});
