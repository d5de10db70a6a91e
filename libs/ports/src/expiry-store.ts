import type { HeadTally } from '@kith/domain/consent';
import type { ChangeEvent, Profile, Put, Umdid, Umid } from '@kith/domain/identity';
import type { ErasedCounts, Suppression } from '@kith/domain/privacy';
import type { Activity } from '@kith/domain/tracking';
import type { Deadline, Scope } from './scope.ts';

/** A profile that may have expired, and what tells when it was last seen. */
export interface IdleVisitor {
  readonly profile: Profile;
  /** The activity under its umid and those that it absorbed; a umid without any is absent. */
  readonly activities: ReadonlyMap<Umid, Activity>;
}

/** A visitor to remove, as it was when that was decided, and the word that tells of it. */
export interface Expiry extends IdleVisitor {
  readonly change: ChangeEvent;
  /** Keyed notes that its umids expired, for the chains of others that name them: they stand where suppressions do. */
  readonly notes: readonly Suppression[];
  /** The tally of its bucket without the consent chain that ends with it. */
  readonly tallies: readonly Put<HeadTally>[];
}

/** Outcome of removing a visitor who expired. */
export type ExpiryOutcome =
  | {
      readonly kind: 'expired';
      /** The devices that led to it: whoever remembers them should forget. */
      readonly umdids: readonly Umdid[];
      readonly removed: Partial<ErasedCounts>;
    }
  /** It has more events than go at once: so many of them are gone, and nothing else. */
  | { readonly kind: 'more'; readonly events: number }
  /** It was seen or changed in the meantime: nothing of it is gone. */
  | { readonly kind: 'conflict' };

/** Removes what the retention of an account no longer keeps, in steps that anybody may make, at the same time too. */
export interface ExpiryStore {
  /**
   * Whether it is the holder's turn to look for what has expired, for so many milliseconds from now on; one at a time, so
   * that several processes do not do the same work. Nothing is wrong where two believe it.
   */
  takeTurn(deadline: Deadline, holder: string, forMs: number): Promise<boolean>;
  /**
   * Visitors without an identifier and without a granted permission that nobody is known to have seen since that time,
   * the longest unseen first. Some of them may have been seen: what is shown of them tells.
   */
  idleVisitors(scope: Scope, seenBefore: number, limit: number): Promise<readonly IdleVisitor[]>;
  /** Notes when a visitor was seen: it is idle from then on. null: it does not expire as it stands. */
  putOff(scope: Scope, profile: Profile, seenAt: number | null): Promise<void>;
  /**
   * Removes a visitor whole, with everything under its umids, in one transaction that also leaves the change and the
   * notes: where its profile has another version by now or one of its activities has grown, nothing happens. At most
   * `limit` events go at once, of a umid the oldest first. Dead letters that name its umids stay: they have a time of
   * their own. A batch of the log or a commit that was decided before, and comes after it, does not get through.
   */
  expire(scope: Scope, expiry: Expiry, limit: number): Promise<ExpiryOutcome>;
  /** Removes about `limit` of the events that were received before that time; how many it were, 0 for none. */
  removeEvents(scope: Scope, receivedBefore: number, limit: number): Promise<number>;
}
