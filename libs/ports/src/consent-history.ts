import type { Bucket, HeadTally, StandingEntry } from '@kith/domain/consent';
import type { StoredProfile, Umid } from '@kith/domain/identity';
import type { Scope } from './scope.ts';

/** A part of a chain. */
export interface ChainRange {
  readonly order: 'oldestFirst' | 'newestFirst';
  /** The number of the last entry that was read, which the range begins behind; null for the beginning. */
  readonly after: number | null;
  readonly limit: number;
}

/**
 * Reads the consent history as it stands in the store, for whoever has to prove it: nothing is checked or left out. Each
 * umid has a chain of its own, also one that a merge has absorbed.
 */
export interface ConsentHistory {
  /**
   * Entries of the chain of a umid by their numbers. A number stays where it is while entries arrive, so whoever reads
   * page after page meets each entry once.
   */
  entries(scope: Scope, umid: Umid, range: ChainRange): Promise<readonly StandingEntry[]>;
  /**
   * What is stored under umids, redirects included, in the order of the umids behind `after`, which may also be the
   * beginning of one.
   */
  profiles(scope: Scope, after: Umid | null, limit: number): Promise<readonly StoredProfile[]>;
  /** The tallies of these buckets; of a bucket that was never tallied there is none. */
  tallies(scope: Scope, buckets: readonly Bucket[]): Promise<readonly HeadTally[]>;
}

const ENTRIES_PER_READ = 500;

/** All entries of a chain one after the other, from one end or from behind an entry, read a page at a time. */
export async function* chainEntries(
  history: ConsentHistory,
  scope: Scope,
  umid: Umid,
  { order, after = null }: Pick<ChainRange, 'order'> & Partial<Pick<ChainRange, 'after'>>,
): AsyncGenerator<StandingEntry> {
  let behind = after;
  for (;;) {
    const range = { order, after: behind, limit: ENTRIES_PER_READ };
    const page = await history.entries(scope, umid, range);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < ENTRIES_PER_READ) return;
    behind = last.sequence;
  }
}
