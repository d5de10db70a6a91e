import type { EpochMs } from '../epoch.ts';
import type { ProfileId, Umid } from '../identity/model/ids.ts';
import type { Identifier, Profile } from '../identity/model/profile.ts';

/** What a destination has been given of a person under one umid: what it knows them by, until it was told to forget. */
export interface Given {
  readonly umid: Umid;
  /** null where the profile was gone when the note was made. */
  readonly profileId: ProfileId | null;
  /**
   * When it was given something first, or again after a removal that was begun: the removal's id is made of it, and
   * whatever a removal that was begun would say differently makes it another one.
   */
  readonly since: EpochMs;
  /** The time that the removal says in all its tries, since it was begun; absent before. */
  readonly removedAt?: EpochMs;
  /** What it knows the person by, newest last. */
  readonly identifiers: readonly Identifier[];
}

/** Rotated tokens must not let a note grow without end; far more than a profile holds at once. */
const MOST_IDENTIFIERS = 256;

const textOf = ({ name, value }: Identifier): string => JSON.stringify([name, value]);

const united = (known: readonly Identifier[], more: readonly Identifier[]): readonly Identifier[] => {
  const all = new Map(
    [...known, ...more].map(({ name, value }) => [textOf({ name, value }), { name, value }]),
  );
  return [...all.values()].slice(-MOST_IDENTIFIERS);
};

/**
 * The note before a profile's identifiers are handed on; null where the one that is there says it all. A removal that was
 * begun is given up by that: somebody may have taken it, so that the next one is another. `moment` tells the time, never
 * the same twice.
 */
export const noteOfGiving = (
  known: Given | undefined,
  person: Pick<Given, 'umid' | 'profileId'>,
  identifiers: readonly Identifier[],
  moment: () => EpochMs,
): Given | null => {
  if (known?.removedAt !== undefined) return renewed(known, identifiers, moment);
  return noteOfKnowing(known, person, identifiers, moment);
};

/** The same where nothing is handed on, and a removal that says all of it goes on. */
const noteOfKnowing = (
  known: Given | undefined,
  { umid, profileId }: Pick<Given, 'umid' | 'profileId'>,
  identifiers: readonly Identifier[],
  moment: () => EpochMs,
): Given | null => {
  if (known === undefined) return { umid, profileId, since: moment(), identifiers: united([], identifiers) };
  const all = united(known.identifiers, identifiers);
  const isNew =
    all.length > known.identifiers.length || all.some((one, at) => !isSame(one, known.identifiers[at]));
  if (!isNew) return null;
  return known.removedAt === undefined ? { ...known, identifiers: all } : renewed(known, identifiers, moment);
};

/** Later than before, whatever the clock says: no two removals have one id. */
const renewed = (
  { removedAt: _givenUp, ...known }: Given,
  identifiers: readonly Identifier[],
  moment: () => EpochMs,
): Given => ({
  ...known,
  since: Math.max(moment(), known.since + 1),
  identifiers: united(known.identifiers, identifiers),
});

const isSame = (a: Identifier, b: Identifier | undefined): boolean =>
  a.name === b?.name && a.value === b.value;

/** An unmerge, as it is found when somebody looks: each side may be gone by then, or be part of somebody else. */
export interface Parted {
  /** What the survivor's umid was given. */
  readonly survivors: Given | undefined;
  /** What the freed umid was given. */
  readonly freeds: Given | undefined;
  readonly survivor: Pick<Profile, 'identifiers'> | null;
  readonly freed: Pick<Profile, 'profileId' | 'identifiers'> | null;
}

/**
 * The freed profile may have been given under the umid of the survivor. What of that it holds now, or the survivor does
 * not hold any more, is noted under its own umid as well, for a removal of its own. null where that is nothing.
 */
export const noteOfFreed = (
  { survivors, freeds, survivor, freed }: Parted,
  umid: Umid,
  moment: () => EpochMs,
): Given | null => {
  const [kept, taken] = [textsOf(survivor), textsOf(freed)];
  const own = (survivors?.identifiers ?? []).filter(
    (one) => taken.has(textOf(one)) || !kept.has(textOf(one)),
  );
  const profileId = freed?.profileId ?? null;
  return own.length === 0 ? null : noteOfKnowing(freeds, { umid, profileId }, own, moment);
};

const textsOf = (profile: Pick<Profile, 'identifiers'> | null): ReadonlySet<string> =>
  new Set((profile?.identifiers ?? []).map(textOf));
