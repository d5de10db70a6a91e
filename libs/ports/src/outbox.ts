import type { AccountName } from '@kith/domain/pipeline';
import type { ChangeEvent } from '@kith/domain/identity';
import type { Deadline } from './scope.ts';

/** A change event in the order in which it was committed. */
export interface OutboxItem {
  readonly position: number;
  readonly account: AccountName;
  readonly change: ChangeEvent;
}

/** Change events that a commit left to be published, at least once. */
export interface Outbox {
  /** The oldest unpublished items. */
  pending(deadline: Deadline, limit: number): Promise<readonly OutboxItem[]>;
  /** Removes what has been published. */
  published(deadline: Deadline, positions: readonly number[]): Promise<void>;
  /** Calls back soon after something was committed; returns what ends that. */
  onCommit(wake: () => void): () => void;
}
