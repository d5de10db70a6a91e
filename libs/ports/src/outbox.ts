import type { AccountName } from '@kith/domain/pipeline';
import type { ChangeEvent } from '@kith/domain/identity';
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
   * The oldest unpublished items, those of each profile in the order of its versions, and those of a commit as they were
   * given. Whoever publishes them in this order, and then says so, never lets a version overtake an earlier one, however
   * many do it at the same time.
   */
  pending(deadline: Deadline, limit: number): Promise<readonly OutboxItem[]>;
  /** About how many entries wait: a commit, or a group of calls, leaves one with all of its changes. */
  depth(deadline: Deadline): Promise<number>;
  /** Removes what has been published. */
  published(deadline: Deadline, keys: readonly OutboxKey[]): Promise<void>;
  /** Calls back soon after something was committed; returns what ends that. */
  onCommit(wake: () => void): () => void;
}
