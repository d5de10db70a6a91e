import type { Bucket, ChainFault, ConsentEntry, HeadTally, TallyFault } from '@kith/domain/consent';
import type { Identifier, Umid } from '@kith/domain/identity';
import type { Scope } from './scope.ts';

/** An entry as it stands in a chain; `entry` is null where what stands there cannot be read. */
export interface ListedConsentEntry {
  readonly umid: Umid;
  readonly sequence: number;
  readonly entry: ConsentEntry | null;
}

/** Where a reader of the history stopped: behind that entry of that chain. */
export type ConsentCursor = Pick<ListedConsentEntry, 'umid' | 'sequence'>;

/** A page of the history of a profile and of everything that it has absorbed. */
export type ConsentPage =
  | {
      readonly kind: 'page';
      readonly umid: Umid;
      /** The profile's own chain, newest first, then those of what it has absorbed. */
      readonly entries: readonly ListedConsentEntry[];
      /** null: that was all. */
      readonly next: ConsentCursor | null;
    }
  | { readonly kind: 'unknown' };

/** A bucket whose chains are not as they were tallied. */
export interface BrokenBucket {
  readonly bucket: Bucket;
  readonly fault: TallyFault;
  /** How many profiles of the bucket have a chain, and how many were tallied. */
  readonly heads: number;
  readonly tallied: number;
}

/** What became of checking the chain of a profile, and those that it rests on. */
export type ConsentVerdict =
  | { readonly kind: 'intact'; readonly umid: Umid; readonly entries: number }
  /** `sequence` is the first entry of the chain of `umid` that does not hold. */
  | { readonly kind: 'broken'; readonly umid: Umid; readonly sequence: number; readonly fault: ChainFault }
  /** The chain holds, and the chains of its bucket are not those that were tallied: this one, or another of them. */
  | ({ readonly kind: 'bucketBroken'; readonly umid: Umid } & BrokenBucket)
  | { readonly kind: 'unknown' };

/** What became of checking some of the profiles of an account. */
export interface ConsentVerdicts {
  readonly profiles: number;
  readonly entries: number;
  readonly broken: readonly Extract<ConsentVerdict, { readonly kind: 'broken' }>[];
  /** Where the next call goes on; null: those were all. */
  readonly next: Umid | null;
}

/** What became of checking the tallies of some buckets of an account. */
export interface HeadVerdicts {
  /** The profiles of these buckets that have a chain. */
  readonly heads: number;
  readonly broken: readonly BrokenBucket[];
  /** The tallies of these buckets, for whoever keeps them elsewhere. */
  readonly tallies: readonly Pick<HeadTally, 'bucket' | 'version' | 'mac'>[];
  /** Where the next call goes on; null: those were all. */
  readonly next: Bucket | null;
}

/** Somebody, named as in interface A: by an identifier of the account, or by `umid`, `umdid`, `profileId`. */
export interface NamedPerson {
  readonly person: Identifier;
}

/** What an administrator asks about consent. All calls reject with `Unavailable` where a store does not answer. */
export interface ConsentAdministration {
  history(
    scope: Scope,
    page: NamedPerson & { readonly after: ConsentCursor | null; readonly limit: number },
  ): Promise<ConsentPage>;
  /**
   * Recomputes the chain with every accepted secret, compares the profile with what the chain says, and checks the
   * tally of its bucket.
   */
  verify(scope: Scope, whose: NamedPerson): Promise<ConsentVerdict>;
  /** Checks the profiles of an account behind `after`, in the order of their umids. */
  verifyAll(
    scope: Scope,
    page: { readonly after: Umid | null; readonly limit: number },
  ): Promise<ConsentVerdicts>;
  /** Checks the tallies of the buckets behind `after`, for which about `limit` profiles are read. */
  verifyHeads(
    scope: Scope,
    page: { readonly after: Bucket | null; readonly limit: number },
  ): Promise<HeadVerdicts>;
}
