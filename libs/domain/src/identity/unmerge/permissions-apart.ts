import { lastWithdrawal, type PermissionState } from '../../consent/consent.ts';
import type { MergeJournal, Profile } from '../model/profile.ts';

type Permissions = Profile['permissions'];

/** The permissions of two profiles that were one. */
export interface PermissionsApart {
  readonly survivor: Permissions;
  readonly loser: Permissions;
}

/**
 * Both sides have decided what they had decided before the merge. What was decided since stays with the survivor; a
 * withdrawal applies to both, even where the survivor has been granted the permission again
 * (docs/behaviour.md#undoing-a-merge).
 */
export const permissionsApart = (present: Permissions, journal: MergeJournal): PermissionsApart => {
  const names = new Set([...Object.keys(journal.survivorBefore.permissions), ...Object.keys(present)]);
  return {
    survivor: decided(Array.from(names, (name) => [name, ofSurvivor(present, journal, name)])),
    loser: {
      ...journal.loser.permissions,
      ...decided(Array.from(names, (name) => [name, withdrawnOf(present, journal, name)])),
    },
  };
};

const decided = (states: readonly (readonly [string, PermissionState | null])[]): Permissions =>
  Object.fromEntries(states.filter((entry): entry is [string, PermissionState] => entry[1] !== null));

const ofSurvivor = (present: Permissions, journal: MergeJournal, name: string): PermissionState | null => {
  const { survivorBefore, permissions } = journal;
  const [state, before] = [present[name], survivorBefore.permissions[name]];
  if (state === undefined || isSameDecision(state, permissions[name])) {
    return before === undefined ? null : (withdrawnLate(present, journal, name, before) ?? before);
  }
  const withdrawnAt = withdrawnSince(present, journal, name) ?? lastWithdrawal(before);
  const { granted, modifiedAt, identified } = state;
  return { granted, modifiedAt, identified, ...(granted && withdrawnAt !== null ? { withdrawnAt } : {}) };
};

const withdrawnOf = (present: Permissions, journal: MergeJournal, name: string): PermissionState | null => {
  const own = journal.loser.permissions[name];
  const at = withdrawnSince(present, journal, name);
  if (at === null) return own === undefined ? null : withdrawnLate(present, journal, name, own);
  const before = own?.modifiedAt ?? 0;
  return {
    granted: false,
    modifiedAt: Math.max(at, before + 1),
    identified: present[name]?.identified ?? false,
  };
};

/** When the permission was last withdrawn since the merge: its times grow strictly, so what is later came later. */
const withdrawnSince = (present: Permissions, { permissions }: MergeJournal, name: string): number | null => {
  const at = lastWithdrawal(present[name]);
  const merged = permissions[name]?.modifiedAt ?? -Infinity;
  return at !== null && at > merged ? at : null;
};

/**
 * An import may tell since the merge of a withdrawal before it. Beside what the merge decided it was outdated; it is
 * not beside what a side had decided earlier.
 */
const withdrawnLate = (
  present: Permissions,
  { permissions }: MergeJournal,
  name: string,
  own: PermissionState,
): PermissionState | null => {
  const at = lastWithdrawal(present[name]);
  if (at === null || at === lastWithdrawal(permissions[name]) || at <= own.modifiedAt) return null;
  return { granted: false, modifiedAt: at, identified: present[name]?.identified ?? false };
};

/** Whether nothing was decided between the two. */
export const isSameDecision = (a: PermissionState | undefined, b: PermissionState | undefined): boolean =>
  a?.granted === b?.granted && a?.modifiedAt === b?.modifiedAt;
