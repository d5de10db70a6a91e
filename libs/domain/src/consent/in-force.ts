import type { EpochMs } from '../epoch.ts';
import type { ConsentEntry } from './consent.ts';

/** What an entry said of a permission, and from when on. */
export interface PermissionStatement {
  readonly granted: boolean;
  readonly from: EpochMs;
}

/**
 * What an entry says of a permission: granted, not granted (withdrawn, or undecided since an unmerge), or null for
 * nothing. It is in force from when it was told: its own time may be later, as times grow strictly.
 */
export const statementOf = (
  { at, fact }: Pick<ConsentEntry, 'at' | 'fact'>,
  permission: string,
): PermissionStatement | null => {
  switch (fact.kind) {
    case 'permission':
      return fact.name === permission ? { granted: fact.granted, from: fact.toldAt ?? at } : null;
    case 'unmerge':
      return fact.undecided.includes(permission) ? { granted: false, from: at } : null;
    case 'outdated':
    case 'acknowledgement':
    case 'merge':
      return null;
  }
};

/** Whether a chain, newest entry first, had the permission granted at a moment; what nobody has decided is not. */
export const wasGranted = (
  newestFirst: Iterable<Pick<ConsentEntry, 'at' | 'fact'>>,
  permission: string,
  moment: EpochMs,
): boolean => {
  for (const entry of newestFirst) {
    const statement = statementOf(entry, permission);
    if (statement !== null && statement.from <= moment) return statement.granted;
  }
  return false;
};
