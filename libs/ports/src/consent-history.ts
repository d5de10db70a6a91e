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
