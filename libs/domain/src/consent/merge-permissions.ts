import type { PermissionState } from './consent.ts';
import type { AccountRules } from '../pipeline/account-rules.ts';

type Permissions = Readonly<Record<string, PermissionState>>;

/**
 * The permissions of two profiles that become one: per permission the latest modification wins, and a tie between true
 * and false goes to false, so that no order of merges makes a grant of a withdrawal (docs/behaviour.md#merging). What
 * is left of a tie goes to the customer's decision, and then to the one that remembers the later withdrawal: so it does
 * not matter which of the two survives.
 */
export const mergePermissions = (
  rule: AccountRules['mergePermissions'],
  a: Permissions,
  b: Permissions,
): Record<string, PermissionState> => {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(Array.from(names, (name) => [name, winner(rule, a[name], b[name])!]));
};

const winner = (
  rule: AccountRules['mergePermissions'],
  a: PermissionState | undefined,
  b: PermissionState | undefined,
): PermissionState | undefined => {
  if (a === undefined || b === undefined) return a ?? b;
  if (rule === 'identifiedWithdrawalWins') {
    if (isIdentifiedWithdrawal(a) && isVisitorsGrant(b)) return a;
    if (isIdentifiedWithdrawal(b) && isVisitorsGrant(a)) return b;
  }
  return later(a, b);
};

const later = (a: PermissionState, b: PermissionState): PermissionState => {
  if (a.modifiedAt !== b.modifiedAt) return a.modifiedAt > b.modifiedAt ? a : b;
  if (a.granted !== b.granted) return a.granted ? b : a;
  if (a.identified !== b.identified) return a.identified ? a : b;
  return (a.withdrawnAt ?? -Infinity) > (b.withdrawnAt ?? -Infinity) ? a : b;
};

const isIdentifiedWithdrawal = ({ granted, identified }: PermissionState): boolean => !granted && identified;
const isVisitorsGrant = ({ granted, identified }: PermissionState): boolean => granted && !identified;
