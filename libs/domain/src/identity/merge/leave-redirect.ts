import type { Commit } from '../model/commit.ts';
import { attributesMember, attributesOf } from '../model/attributes.ts';
import { change, profileIn, type Draft } from '../draft/draft.ts';
import {
  isUndoable,
  type Identifier,
  type MergeJournal,
  type MergeMark,
  type Profile,
  type UndoableRedirect,
} from '../model/profile.ts';

/** The most merges of a profile that can be undone (docs/behaviour.md#undoing-a-merge). */
export const UNDO_JOURNALS = 100;

/**
 * Leaves a redirect with the journal of a merge under the loser's umid, and marks the merge on the survivor. Where that
 * has too many, the oldest loses its journal: its umid stays resolvable, and merging goes on.
 */
export const leaveRedirect = (draft: Draft, loser: Profile, survivor: Profile): void => {
  const version = (draft.profiles.get(loser.umid)?.stored?.version ?? 0) + 1;
  const journal = journalOf(draft, loser, survivor);
  draft.redirects.set(loser.umid, {
    kind: 'redirect',
    umid: loser.umid,
    to: survivor.umid,
    version,
    journal,
  });
  const marks = [...(survivor.merges ?? []), { umid: loser.umid, version }];
  for (const mark of marks.slice(0, -UNDO_JOURNALS)) dropJournal(draft, mark, survivor);
  change(draft, survivor.umid, { merges: marks.slice(-UNDO_JOURNALS) });
};

/** The merges of a commit; a redirect that only loses its journal is none. */
export const mergesIn = ({ profiles }: Commit): readonly UndoableRedirect[] =>
  profiles.map(({ value }) => value).filter(isUndoable);

const journalOf = (draft: Draft, loser: Profile, survivor: Profile): MergeJournal => {
  const { permissions, identifiers } = profileIn(draft, survivor.umid);
  const { state, lastSeenAt, acknowledged, recentAcknowledgements } = survivor;
  return {
    loser,
    survivorBefore: {
      state,
      lastSeenAt,
      identifiers: survivor.identifiers,
      permissions: survivor.permissions,
      acknowledged,
      recentAcknowledgements,
      ...attributesMember(attributesOf(survivor)),
    },
    mergedAt: draft.input.now,
    permissions,
    displaced: survivor.identifiers.filter((before) => !identifiers.some((after) => isSame(before, after))),
  };
};

const isSame = (a: Identifier, b: Identifier): boolean => a.name === b.name && a.value === b.value;

const dropJournal = (draft: Draft, { umid, version }: MergeMark, survivor: Profile): void => {
  draft.forgotten.push({
    value: { kind: 'redirect', umid, to: survivor.umid, version: version + 1, journal: null },
    expected: version,
  });
};
