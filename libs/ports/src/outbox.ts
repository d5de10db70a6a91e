import type { AccountName } from '@kith/domain/pipeline';
import type { BucketRange, ChangeEvent } from '@kith/domain/identity';
import type { Deadline } from './scope.ts';

/** Names an item that waits; what it says is the store's own. No two items ever have the same. */
export type OutboxKey = string;

/** A change event that waits to be published. */
export interface OutboxItem {
  readonly key: OutboxKey;
  readonly account: AccountName;
  readonly change: ChangeEvent;
}

/** Change events that a commit left to be published, at least once. */
export interface Outbox {
  /**
   * The oldest unpublished items of these ranges, of all where they are left out; those of each profile in the order of
   * its versions, and as a commit gave them. Whoever publishes them in this order, and then says so, never lets a version
   * overtake an earlier one, however many do it at the same time.
   */
  pending(deadline: Deadline, limit: number, ranges?: readonly BucketRange[]): Promise<readonly OutboxItem[]>;
  /** About how many entries wait: a commit, or a group of calls, leaves one for each range that its changes lie in. */
  depth(deadline: Deadline): Promise<number>;
  /**
   * Removes what has been published. Where `until` has passed by the store's own clock, epoch milliseconds, nothing is
   * removed: whoever has lost the ranges has no say any more.
   */
  published(deadline: Deadline, keys: readonly OutboxKey[], until?: number): Promise<void>;
  /** Calls back soon after something was committed; returns what ends that. */
  onCommit(wake: () => void): () => void;
}

/** A process that publishes. */
export interface OutboxMember {
  readonly id: string;
  /** By the store's clock, epoch milliseconds: whoever has not renewed until then is taken for dead. */
  readonly until: number;
}

/** Who publishes which range. */
export interface OutboxTable {
  /** Another one after every change of who owns what, and whenever somebody comes, or comes back to life. */
  readonly version: number;
  /** The store's clock, epoch milliseconds. */
  readonly now: number;
  readonly members: readonly OutboxMember[];
  /** By range; null, and whoever is no living member: nobody. */
  readonly owners: readonly (string | null)[];
}

/** The leases of the ranges: each has one owner at a time. Every call throws `Unavailable` where the store does not answer. */
export interface OutboxLeases {
  /** Is a member from now on, or goes on to be one, for so many milliseconds; the table as it is then. */
  renew(deadline: Deadline, member: string, forMs: number): Promise<OutboxTable>;
  /** Writes who owns which; false, and nothing is written, where the table is another one by now. */
  assign(deadline: Deadline, table: OutboxTable, owners: OutboxTable['owners']): Promise<boolean>;
  /** Is no member any more, and owns nothing. */
  leave(deadline: Deadline, member: string): Promise<void>;
}
