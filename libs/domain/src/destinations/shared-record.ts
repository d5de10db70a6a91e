import type { EpochMs } from '../epoch.ts';
import type { ProfileId, Umid } from '../identity/model/ids.ts';
import type { Identifier, Profile } from '../identity/model/profile.ts';

/** What was shared with a destination of a person under one umid: what it knows them by, until it was told to forget. */
export interface SharedRecord {
  readonly umid: Umid;
  /** null where the profile was gone when the record was made. */
  readonly profileId: ProfileId | null;
  /**
   * When something was shared first, or again after a removal that was begun: the removal's id is made of it, and
   * whatever a removal that was begun would say differently makes it another one.
   */
  readonly since: EpochMs;
  /** The time that the removal says in all its tries, since it was begun; absent before. */
  readonly removedAt?: EpochMs;
  /** What the destination knows the person by, newest last. */
  readonly identifiers: readonly Identifier[];
}

/** Rotated tokens must not let a record grow without end; far more than a profile holds at once. */
const MAX_IDENTIFIERS = 256;

const textOf = ({ name, value }: Identifier): string => JSON.stringify([name, value]);

const union = (known: readonly Identifier[], more: readonly Identifier[]): readonly Identifier[] => {
  const all = new Map(
    [...known, ...more].map(({ name, value }) => [textOf({ name, value }), { name, value }]),
  );
  return [...all.values()].slice(-MAX_IDENTIFIERS);
};

/**
 * The record to be stored before a profile's identifiers are shared; null where the one that is there says it all. A
 * removal that was begun is given up by that: somebody may have taken it, so that the next one is another. `moment` tells
 * the time, never the same twice.
 */
export const recordBeforeSharing = (
  known: SharedRecord | undefined,
  person: Pick<SharedRecord, 'umid' | 'profileId'>,
  identifiers: readonly Identifier[],
  moment: () => EpochMs,
): SharedRecord | null => {
  if (known?.removedAt !== undefined) return renewed(known, identifiers, moment);
  return recordWith(known, person, identifiers, moment);
};

/** The same where nothing is shared now, and a removal that says all of it goes on. */
const recordWith = (
  known: SharedRecord | undefined,
  { umid, profileId }: Pick<SharedRecord, 'umid' | 'profileId'>,
  identifiers: readonly Identifier[],
  moment: () => EpochMs,
): SharedRecord | null => {
  if (known === undefined) return { umid, profileId, since: moment(), identifiers: union([], identifiers) };
  const all = union(known.identifiers, identifiers);
  const isNew =
    all.length > known.identifiers.length || all.some((one, at) => !isSame(one, known.identifiers[at]));
  if (!isNew) return null;
  return known.removedAt === undefined ? { ...known, identifiers: all } : renewed(known, identifiers, moment);
};

/** Later than before, whatever the clock says: no two removals have one id. */
const renewed = (
  { removedAt: _givenUp, ...known }: SharedRecord,
  identifiers: readonly Identifier[],
  moment: () => EpochMs,
): SharedRecord => ({
  ...known,
  since: Math.max(moment(), known.since + 1),
  identifiers: union(known.identifiers, identifiers),
});

const isSame = (a: Identifier, b: Identifier | undefined): boolean =>
  a.name === b?.name && a.value === b.value;

/** Both sides of an unmerge when it is noticed: each may be gone by then, or be part of somebody else. */
export interface UnmergedSides {
  /** What was shared under the survivor's umid. */
  readonly survivorRecord: SharedRecord | undefined;
  /** What was shared under the freed umid. */
  readonly freedRecord: SharedRecord | undefined;
  readonly survivor: Pick<Profile, 'identifiers'> | null;
  readonly freed: Pick<Profile, 'profileId' | 'identifiers'> | null;
}

/**
 * The freed profile may have been shared under the umid of the survivor. What of that it holds now, or the survivor does
 * not hold any more, is recorded under its own umid as well, for a removal of its own. null where that is nothing.
 */
export const recordOfFreed = (
  { survivorRecord, freedRecord, survivor, freed }: UnmergedSides,
  umid: Umid,
  moment: () => EpochMs,
): SharedRecord | null => {
  const [kept, taken] = [textsOf(survivor), textsOf(freed)];
  const own = (survivorRecord?.identifiers ?? []).filter(
    (one) => taken.has(textOf(one)) || !kept.has(textOf(one)),
  );
  const profileId = freed?.profileId ?? null;
  return own.length === 0 ? null : recordWith(freedRecord, { umid, profileId }, own, moment);
};

const textsOf = (profile: Pick<Profile, 'identifiers'> | null): ReadonlySet<string> =>
  new Set((profile?.identifiers ?? []).map(textOf));
