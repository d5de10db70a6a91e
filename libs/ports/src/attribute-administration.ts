import type { Umid } from '@kith/domain/identity';
import type { EventPlace } from '@kith/domain/tracking';
import type { Scope } from './scope.ts';

/** How far a recomputation has come: all umids up to this one are through, and of this one the events down to a place. */
export interface RecomputeCursor {
  readonly umid: Umid;
  /** null: all of its events. */
  readonly inside: EventPlace | null;
}

/** Which part of a recomputation is to be done. */
export interface RecomputeOrder {
  /** The persons who live under these, each once however many of them are its own; absent: everybody of the account. */
  readonly umids?: readonly Umid[];
  /** Where the part before came to; null: from the beginning. */
  readonly cursor: RecomputeCursor | null;
}

/** Outcome of a part of a recomputation. */
export type Recomputed =
  | {
      readonly kind: 'recomputed';
      /** The umids that came to their end, and how many of them had to be changed. */
      readonly umids: number;
      readonly changed: number;
      /** The events that were read. */
      readonly events: number;
      /** Where the next part begins; null: that was all. */
      readonly next: RecomputeCursor | null;
    }
  /** Nobody lives under these of the umids, and nothing was done. */
  | { readonly kind: 'unknown'; readonly umids: readonly Umid[] };

/** What an administrator asks about attributes. Rejects with `Unavailable` where a store does not answer. */
export interface AttributeAdministration {
  /**
   * Counts stored events again by the present rules, while others are stored: for about a second, then it says how to go
   * on. Made again, a part changes nothing more.
   */
  recompute(scope: Scope, order: RecomputeOrder): Promise<Recomputed>;
}
