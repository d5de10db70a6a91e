import type { Bucket, Place } from './attribute-form.ts';

/** Something that is kept as long as there is room. */
export interface Candidate<T> {
  readonly place: Place;
  /** What it takes of the room. */
  readonly size: number;
  readonly item: T;
}

/** What has room, and where it ends. */
export interface Bounded<T> {
  readonly kept: readonly T[];
  readonly cut: Place | null;
}

/**
 * Keeps candidates in the order of their places as long as all of them together have room. What is kept of a whole is
 * the same, in whatever parts it was added up, as long as each part remembered its cut: a candidate that has room among
 * all had it among some, and what stands at or behind a cut is not kept, even where there is room for it again.
 */
export const withinBound = <T>(
  candidates: readonly Candidate<T>[],
  cut: Place | null,
  room: number,
): Bounded<T> => {
  const inOrder = candidates
    .filter(({ place }) => cut === null || isAhead(place, cut))
    .sort((a, b) => b.place[0] - a.place[0] || a.place[1] - b.place[1]);
  let taken = 0;
  const first = inOrder.find(({ size }) => (taken += size) > room);
  if (first === undefined) return { kept: inOrder.map(({ item }) => item), cut };
  const kept = inOrder.filter(({ place }) => isAhead(place, first.place));
  return { kept: kept.map(({ item }) => item), cut: first.place };
};

/** The cut of a sum; one behind everything that is kept anyway says nothing. */
export const cutOf = (a: Place | undefined, b: Place | undefined, oldest: Bucket): Place | null => {
  const cuts = [a, b].filter((cut) => cut !== undefined).filter(([bucket]) => bucket >= oldest);
  return cuts.reduce<Place | null>(
    (first, cut) => (first === null || isAhead(cut, first) ? cut : first),
    null,
  );
};

const isAhead = (a: Place, b: Place): boolean => a[0] > b[0] || (a[0] === b[0] && a[1] < b[1]);
