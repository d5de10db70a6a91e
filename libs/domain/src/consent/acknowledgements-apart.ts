import type { Acknowledgement } from './consent.ts';
import {
  acknowledgementText,
  latestAcknowledgements,
  newestAcknowledgements,
} from './merge-acknowledgements.ts';

/** What a profile has acknowledged: the latest of each notification and version, and the newest. */
export interface Acknowledged {
  readonly acknowledged: readonly Acknowledgement[];
  readonly recentAcknowledgements: readonly Acknowledgement[];
}

/** Both sides of a merge as they were before it. */
export interface MergedSides {
  readonly loser: Acknowledged;
  readonly survivorBefore: Acknowledged;
}

/**
 * The survivor has acknowledged what it had before the merge, and what came later; the loser what it had. What came
 * later is put in order first: of two with the same date the same one counts, in whatever order they were listed.
 */
export const acknowledgementsOfSurvivor = (
  present: Acknowledged,
  { loser, survivorBefore }: MergedSides,
): Acknowledged => {
  const since = newestAcknowledgements(laterThan(present.recentAcknowledgements, loser, survivorBefore), []);
  return {
    acknowledged: latestAcknowledgements(survivorBefore.acknowledged, [
      ...laterThan(present.acknowledged, loser, survivorBefore),
      ...since,
    ]),
    recentAcknowledgements: newestAcknowledgements(since, survivorBefore.recentAcknowledgements),
  };
};

const laterThan = (
  present: readonly Acknowledgement[],
  ...sides: readonly Acknowledged[]
): readonly Acknowledgement[] => {
  const known = new Set(
    sides.flatMap((side) => [...side.acknowledged, ...side.recentAcknowledgements].map(acknowledgementText)),
  );
  return present.filter((one) => !known.has(acknowledgementText(one)));
};
