import { contradiction, IDENTIFIERS_PER_PROFILE } from '../draft/attach.ts';
import type { IdentifierPut } from '../model/commit.ts';
import type { Umid } from '../model/ids.ts';
import type { FormerIdentifier, HeldIdentifier, Identifier, Profile } from '../model/profile.ts';
import { familyOf, isShared, type MergeToUndo } from './merge-to-undo.ts';

type Identifiers = Pick<Profile, 'identifiers' | 'formerIdentifiers'>;

/** The identifiers of two profiles that were one, and those that the store has to be told the owner of. */
export interface IdentifiersApart {
  readonly survivor: Identifiers;
  readonly loser: Identifiers;
  readonly puts: readonly IdentifierPut[];
}

/**
 * Both sides have the identifiers that they had before the merge, and the survivor those that came later. One that has
 * come to somebody else in the meantime, or anew to the survivor, stays there, and is in the history of whom it left.
 */
export const identifiersApart = (undo: MergeToUndo): IdentifiersApart => {
  const { survivor, redirect } = undo;
  const { loser, displaced } = redirect.journal;
  const returned = loser.identifiers.filter((held) => isReturned(undo, held));
  const lost = loser.identifiers.filter((held) => !returned.includes(held));
  const kept = survivor.identifiers.flatMap((held) => keptOf(undo, returned, held));
  const restored = displaced
    .filter((held) => isRestored(undo, kept, held))
    .slice(0, IDENTIFIERS_PER_PROFILE - kept.length);
  return {
    survivor: {
      identifiers: inOldOrder(undo, [...kept, ...restored]),
      formerIdentifiers: formerOfSurvivor(undo, restored),
    },
    loser: {
      identifiers: returned,
      formerIdentifiers: [...loser.formerIdentifiers, ...lost.map((held) => lostEntry(undo, held))],
    },
    puts: [...putsOf(undo, loser, returned), ...putsOf(undo, survivor, restored)],
  };
};

/** The loser's possession, and not one that came to somebody later: the time when it was first seen tells. */
const isReturned = (undo: MergeToUndo, held: HeldIdentifier): boolean => {
  const { account, survivor } = undo;
  if (isShared(account, held.name)) return true;
  const present = find(survivor.identifiers, held);
  if (present !== null) return present.firstSeen === held.firstSeen;
  const owner = ownerOf(undo, held);
  return owner === null || familyOf(survivor).has(owner);
};

const keptOf = (
  { account, redirect }: MergeToUndo,
  returned: readonly HeldIdentifier[],
  held: HeldIdentifier,
): readonly HeldIdentifier[] => {
  const { loser, survivorBefore, mergedAt } = redirect.journal;
  const mine = find(survivorBefore.identifiers, held);
  const theirs = find(loser.identifiers, held);
  if (theirs === null) return [held];
  if (mine !== null) return [sightsOfSurvivor(held, mine, theirs)];
  if (!isShared(account, held.name)) return returned.includes(theirs) ? [] : [held];
  const isSeenSince = held.lastSeen > theirs.lastSeen;
  return isSeenSince ? [{ ...held, firstSeen: Math.min(mergedAt, held.lastSeen) }] : [];
};

const sightsOfSurvivor = (held: HeldIdentifier, mine: HeldIdentifier, theirs: HeldIdentifier) =>
  held.lastSeen === Math.max(mine.lastSeen, theirs.lastSeen) ? mine : { ...held, firstSeen: mine.firstSeen };

/** What the merge itself took from the survivor comes back, where nothing that came later stands against it. */
const isRestored = (undo: MergeToUndo, kept: readonly HeldIdentifier[], held: HeldIdentifier): boolean => {
  const { account, survivor } = undo;
  if (find(kept, held) !== null || ownerOf(undo, held) !== null) return false;
  const isRetiredSince = survivor.formerIdentifiers.some(
    (former) => isSame(former, held) && former.firstSeen > held.firstSeen,
  );
  return !isRetiredSince && contradiction(account, { ...survivor, identifiers: kept }, held) === null;
};

const inOldOrder = ({ redirect }: MergeToUndo, all: readonly HeldIdentifier[]): readonly HeldIdentifier[] => {
  const old = redirect.journal.survivorBefore.identifiers.flatMap((before) => find(all, before) ?? []);
  return [...old, ...all.filter((held) => !old.includes(held))];
};

const formerOfSurvivor = (
  { survivor, redirect }: MergeToUndo,
  restored: readonly HeldIdentifier[],
): readonly FormerIdentifier[] => {
  const { loser, survivorBefore } = redirect.journal;
  const isLosers = (former: FormerIdentifier): boolean =>
    isAmong(loser.identifiers, former) && !isAmong(survivorBefore.identifiers, former);
  return without(survivor.formerIdentifiers, loser.formerIdentifiers).filter(
    (former) => !isLosers(former) && !isAmong(restored, former),
  );
};

const lostEntry = ({ survivor, now }: MergeToUndo, held: HeldIdentifier): FormerIdentifier =>
  survivor.formerIdentifiers.find((former) => isAmong([held], former)) ?? {
    ...held,
    until: now,
    reason: 'replaced',
  };

/** The store keeps an identifier under any umid of the profile's own family, so that a merge has to move none. */
const putsOf = (
  undo: MergeToUndo,
  side: Profile,
  held: readonly HeldIdentifier[],
): readonly IdentifierPut[] =>
  held
    .filter((one) => !isShared(undo.account, one.name))
    .map(({ name, value }) => ({ name, value, umid: side.umid, expected: ownerOf(undo, { name, value }) }))
    .filter(({ expected }) => expected === null || !familyOf(side).has(expected));

const ownerOf = ({ owners }: MergeToUndo, identifier: Identifier): Umid | null =>
  owners.find((one) => isSame(one, identifier))?.umid ?? null;

const find = (list: readonly HeldIdentifier[], identifier: Identifier): HeldIdentifier | null =>
  list.find((held) => isSame(held, identifier)) ?? null;

const isSame = (a: Identifier, b: Identifier): boolean => a.name === b.name && a.value === b.value;

/** Whether the history tells of this very possession: the same value may have come and gone several times. */
const isAmong = (list: readonly HeldIdentifier[], former: FormerIdentifier): boolean =>
  list.some((held) => isSame(held, former) && held.firstSeen === former.firstSeen);

/** Each element of the second list takes one of its kind out of the first. */
const without = <T>(list: readonly T[], taken: readonly T[]): readonly T[] => {
  const left = taken.map((one) => JSON.stringify(one));
  return list.filter((one) => {
    const index = left.indexOf(JSON.stringify(one));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
};
