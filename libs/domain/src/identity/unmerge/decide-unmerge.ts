import { acknowledgementsOfSurvivor } from '../../consent/acknowledgements-apart.ts';
import { type ConsentEntry, type ConsentFact, isSameState } from '../../consent/consent.ts';
import { appendFacts, carriedDecision } from '../../consent/record-consent.ts';
import { attributesApart, attributesMember, attributesOf } from '../model/attributes.ts';
import type { ChangeEvent, ChangeType } from '../model/change-event.ts';
import { type Commit, EMPTY_COMMIT } from '../model/commit.ts';
import { headsChangedBy } from '../model/heads.ts';
import type { Profile, ProfileState } from '../model/profile.ts';
import { strongestOf } from '../model/strength.ts';
import { identifiersApart } from './identifiers-apart.ts';
import { familyOf, type MergeToUndo } from './merge-to-undo.ts';
import { isSameDecision, permissionsApart } from './permissions-apart.ts';

/** A profile with its chain moved on, and the entries for the history. */
interface Chained {
  readonly profile: Profile;
  readonly entries: readonly ConsentEntry[];
}

/** Both sides of a merge that was undone, as they will be stored, and what is to be written. */
export interface Unmerged {
  readonly survivor: Profile;
  readonly restored: Profile;
  readonly commit: Commit;
}

/**
 * Undoes the newest merge of a profile (docs/behaviour.md#undoing-a-merge): both sides are as they were, except that
 * what came later stays with the survivor, and a withdrawal of a permission since then applies to both. Events,
 * counters and links have stayed under the umid of their moment, identifiers under that which they came to; devices
 * find back by their trail when they are next seen. So it costs the same for any history.
 */
export const decideUnmerge = (undo: MergeToUndo): Unmerged => {
  const { survivor, redirect } = undo;
  const { loser } = redirect.journal;
  const identifiers = identifiersApart(undo);
  const permissions = permissionsApart(survivor.permissions, redirect.journal);
  const survivorSide = chainUnmerge(
    undo,
    survivor,
    survivorApart(undo, { ...identifiers.survivor, permissions: permissions.survivor }),
    loser,
  );
  const loserSide = chainUnmerge(
    undo,
    loser,
    restoredApart(undo, { ...identifiers.loser, permissions: permissions.loser }),
    survivor,
  );
  const profiles = [
    { value: survivorSide.profile, expected: survivor.version },
    { value: loserSide.profile, expected: redirect.version },
  ];
  const commit: Commit = {
    ...EMPTY_COMMIT,
    profiles,
    identifiers: identifiers.puts,
    consent: [...survivorSide.entries, ...loserSide.entries],
    heads: headsChangedBy(profiles, (umid) => (umid === survivor.umid ? survivor : redirect)),
    changes: [
      ...changesOf(undo, survivor, survivorSide.profile, { restored: loser.umid }),
      ...changesOf(undo, loser, loserSide.profile, { from: survivor.umid }),
    ],
  };
  return { survivor: survivorSide.profile, restored: loserSide.profile, commit };
};

const stamp = ({ now }: MergeToUndo, version: number) => ({ version: version + 1, changedAt: now });

/**
 * That it was part of a merge stays visible (`merges`): its permissions then do not tell by themselves what was in
 * force.
 */
const restoredApart = (
  undo: MergeToUndo,
  apart: Pick<Profile, 'identifiers' | 'formerIdentifiers' | 'permissions'>,
): Profile => {
  const { loser } = undo.redirect.journal;
  return { ...loser, ...apart, ...stamp(undo, undo.redirect.version), merges: loser.merges ?? [] };
};

const survivorApart = (
  undo: MergeToUndo,
  apart: Pick<Profile, 'identifiers' | 'formerIdentifiers' | 'permissions'>,
): Profile => {
  const { survivor, redirect } = undo;
  const { attributes: _, ...held } = survivor;
  const { loser, survivorBefore } = redirect.journal;
  const gone = familyOf(loser);
  const isSeenSince = survivor.lastSeenAt > Math.max(loser.lastSeenAt, survivorBefore.lastSeenAt);
  return {
    ...held,
    ...attributesMember(attributesApart(attributesOf(survivor), redirect.journal)),
    ...stamp(undo, survivor.version),
    ...acknowledgementsOfSurvivor(survivor, redirect.journal),
    ...apart,
    state: stateOfSurvivor(undo, apart.identifiers),
    lastSeenAt: isSeenSince ? survivor.lastSeenAt : survivorBefore.lastSeenAt,
    absorbed: survivor.absorbed.filter((umid) => !gone.has(umid)),
    merges: (survivor.merges ?? []).slice(0, -1),
  };
};

/** A customer whom the merge made one is a visitor again, unless it has been identified since. */
const stateOfSurvivor = (
  { account, survivor, redirect }: MergeToUndo,
  identifiers: Profile['identifiers'],
): ProfileState => {
  const { loser, survivorBefore } = redirect.journal;
  if (loser.state === 'visitor' || survivorBefore.state === 'customer') return survivor.state;
  return strongestOf(account, identifiers) === 0 ? 'visitor' : 'customer';
};

const changesOf = (
  { now }: MergeToUndo,
  before: Profile,
  after: Profile,
  detail: ChangeEvent['detail'],
): readonly ChangeEvent[] => {
  const { umid, version, absorbed } = after;
  const permissions = changedPermissions(before, after);
  const changes: readonly (readonly [ChangeType, ChangeEvent['detail']])[] = [
    ['profile.unmerged', { ...detail, everAbsorbed: absorbed }],
    ...(Object.keys(permissions).length === 0 ? [] : [['consent.changed', { permissions }] as const]),
  ];
  return changes.map(([type, details], ordinal) => ({
    id: `${umid}:${version}:unmerge:${now}:${ordinal}`,
    type,
    umid,
    profileVersion: version,
    at: now,
    detail: details,
  }));
};

/**
 * The chain is never rewritten: an unmerge is an entry in the chains of both sides, with where the other's stood, and
 * then every permission that it changed. `before` is the profile as its chain knows it.
 */
const chainUnmerge = (
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
const changedPermissions = (before: Profile, after: Profile): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    Object.entries(after.permissions)
      .filter(([name, state]) => !isSameDecision(before.permissions[name], state))
      .map(([name, { granted }]) => [name, granted]),
  );
