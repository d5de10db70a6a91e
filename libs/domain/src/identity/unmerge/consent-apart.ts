import { isSameState, type ConsentEntry, type ConsentFact } from '../../consent/consent.ts';
import { appendFacts, carriedDecision } from '../../consent/record-consent.ts';
import type { Profile } from '../model/profile.ts';
import type { MergeToUndo } from './merge-to-undo.ts';
import { isSameDecision } from './permissions-apart.ts';

/** A profile with its chain moved on, and the entries for the history. */
export interface Chained {
  readonly profile: Profile;
  readonly entries: readonly ConsentEntry[];
}

/**
 * The chain is never rewritten: an unmerge is an entry in the chains of both sides, with where the other's stood, and
 * then every permission that it changed. `before` is the profile as its chain knows it.
 */
export const chainUnmerge = (
  { now, seal }: MergeToUndo,
  before: Profile,
  after: Profile,
  other: Profile,
): Chained => {
  const facts: readonly ConsentFact[] = [
    {
      kind: 'unmerge',
      other: other.umid,
      otherHead: other.consentHead,
      undecided: Object.keys(before.permissions).filter((name) => after.permissions[name] === undefined),
    },
    ...Object.entries(after.permissions)
      .filter(([name, state]) => !isSameState(before.permissions[name], state))
      .map(([name, state]) => carriedDecision(name, state)),
  ];
  const identified = after.state === 'customer';
  const origin = { umid: after.umid, source: 'unmerge', at: now, identified, seal };
  const { record, entries } = appendFacts({ ...after, consentHead: before.consentHead }, facts, origin);
  return { profile: record, entries };
};

/** The permissions that are decided otherwise, or at another time, than they were. */
export const changedPermissions = (before: Profile, after: Profile): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    Object.entries(after.permissions)
      .filter(([name, state]) => !isSameDecision(before.permissions[name], state))
      .map(([name, { granted }]) => [name, granted]),
  );
