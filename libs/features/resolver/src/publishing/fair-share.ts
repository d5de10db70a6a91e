import type { BucketRange } from '@kith/domain/identity';
import type { OutboxTable } from '@kith/ports';

/** What a member does about its ranges: shares are even within one, and nothing moves that need not. */
export interface ShareMoves {
  /** Its own that others should have. */
  readonly surplus: readonly BucketRange[];
  /** Nobody's, or those of the dead, that it should have. */
  readonly missing: readonly BucketRange[];
  /** Whether it has as many as it should. */
  readonly isSettled: boolean;
}

/** The ranges of a member. */
export const rangesOf = ({ owners }: Pick<OutboxTable, 'owners'>, member: string): readonly BucketRange[] =>
  owners.flatMap((owner, range) => (owner === member ? [range] : []));

/** Members in the order of their names: the first have one more where it does not come out even. */
export const movesOf = (table: OutboxTable, member: string): ShareMoves => {
  const living = livingIn(table);
  const [own, share] = [rangesOf(table, member), sizeOf(living, member, table.owners.length)];
  const isAlive = new Set(living);
  const free = table.owners.flatMap((owner, range) => (owner !== null && isAlive.has(owner) ? [] : [range]));
  return {
    surplus: own.slice(share),
    missing: free.slice(0, Math.max(0, share - own.length)),
    isSettled: own.length === share,
  };
};

/** The table's owners after a member has given up some ranges and taken others. */
export const ownersAfter = (
  { owners }: Pick<OutboxTable, 'owners'>,
  member: string,
  given: readonly BucketRange[],
  taken: readonly BucketRange[],
): OutboxTable['owners'] =>
  owners.map((owner, range) => {
    if (taken.includes(range)) return member;
    return given.includes(range) ? null : owner;
  });

const livingIn = ({ members, now }: OutboxTable): readonly string[] =>
  members
    .filter(({ until }) => until > now)
    .map(({ id }) => id)
    .sort();

const sizeOf = (living: readonly string[], member: string, ranges: number): number => {
  const place = living.indexOf(member);
  if (place < 0) return 0;
  return Math.floor(ranges / living.length) + Number(place < ranges % living.length);
};
