import type { ChainFault, ConsentEntry } from '@kith/domain/consent';
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

/** What became of checking the chain of a profile, and those that it rests on. */
export type ConsentVerdict =
  | { readonly kind: 'intact'; readonly umid: Umid; readonly entries: number }
  /** `sequence` is the first entry of the chain of `umid` that does not hold. */
  | { readonly kind: 'broken'; readonly umid: Umid; readonly sequence: number; readonly fault: ChainFault }
  | { readonly kind: 'unknown' };

/** What became of checking some of the profiles of an account. */
export interface ConsentVerdicts {
  readonly profiles: number;
  readonly entries: number;
  readonly broken: readonly Extract<ConsentVerdict, { readonly kind: 'broken' }>[];
  /** Where the next call goes on; null: those were all. */
  readonly next: Umid | null;
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
  /** Recomputes the chain with every accepted secret, and compares the profile with what the chain says. */
  verify(scope: Scope, whose: NamedPerson): Promise<ConsentVerdict>;
  /** Checks the profiles of an account behind `after`, in the order of their umids. */
  verifyAll(
    scope: Scope,
    page: { readonly after: Umid | null; readonly limit: number },
  ): Promise<ConsentVerdicts>;
}
