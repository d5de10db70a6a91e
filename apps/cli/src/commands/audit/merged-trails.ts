import type { StandingAuditEntry } from '@kith/domain/privacy';
import type { TrailName } from './audit-trails.ts';

/** An entry and the trail that it stands in. */
export interface ListedEntry extends StandingAuditEntry {
  readonly trail: TrailName;
}

/** The entries of a trail, in its order. */
export interface TrailEntries {
  readonly trail: TrailName;
  readonly entries: AsyncIterable<StandingAuditEntry>;
}

interface Front {
  readonly trail: TrailName;
  readonly standing: StandingAuditEntry;
  readonly rest: AsyncIterator<StandingAuditEntry>;
}

/**
 * The entries of all trails by their times; those of one trail stay in its order. One that cannot be read has no time and
 * comes with the one before it. Holds one entry of each trail at a time.
 */
export const mergedByTime = async function* (trails: readonly TrailEntries[]): AsyncGenerator<ListedEntry> {
  const begun = trails.map(({ trail, entries }) => frontOf(trail, entries[Symbol.asyncIterator]()));
  let fronts = (await Promise.all(begun)).flat();
  for (let first = earliest(fronts); first !== null; first = earliest(fronts)) {
    const { trail, standing, rest } = first;
    yield { trail, ...standing };
    const next = await frontOf(trail, rest);
    fronts = fronts.flatMap((front) => (front.trail === trail ? next : [front]));
  }
};

const frontOf = async (
  trail: TrailName,
  rest: AsyncIterator<StandingAuditEntry>,
): Promise<readonly Front[]> => {
  const next = await rest.next();
  return next.done === true ? [] : [{ trail, standing: next.value, rest }];
};

const earliest = (fronts: readonly Front[]): Front | null =>
  fronts.reduce<Front | null>(
    (first, front) => (first === null || timeOf(front) < timeOf(first) ? front : first),
    null,
  );

const timeOf = ({ standing }: Front): number => standing.entry?.at ?? Number.NEGATIVE_INFINITY;
