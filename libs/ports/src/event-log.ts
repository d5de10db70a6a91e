import type { Deadline } from './scope.ts';

/** A record to append; records of one key keep their order. */
export interface LogRecord {
  readonly key: string;
  readonly value: string;
}

/** A record as it lies in its partition. */
export interface StoredRecord extends LogRecord {
  readonly position: number;
  /** The bytes of a value that is no UTF-8; then `value` is what can be read of them. */
  readonly bytes?: Uint8Array;
}

/** Consecutive records of one partition, in order; `next` is the position that follows them. */
export interface LogBatch {
  readonly topic: string;
  readonly partition: number;
  readonly records: readonly StoredRecord[];
  readonly next: number;
}

/** What takes the batches of a topic. It keeps its own position: the log remembers none. */
export interface LogSubscriber {
  /** So many partitions are taken side by side, where the log has more than one; four by default. */
  readonly maxPartitionsAtOnce?: number;
  /** Asked when a partition is taken up: where to begin. */
  startAt(partition: number): Promise<number>;
  /**
   * Takes one batch; the next of the partition comes when it has returned. Where it throws, the log waits with
   * growing pauses, asks `startAt` again and delivers from there: nothing is skipped.
   */
  take(batch: LogBatch): Promise<void>;
}

/** How far a subscriber is behind the end of a partition. */
export interface PartitionLag {
  readonly partition: number;
  /** Records that it has not taken, as far as the log has said. */
  readonly records: number;
  /** Since when at least one of them may wait, in epoch milliseconds; null where there is none. */
  readonly since: number | null;
}

/** A running subscription. */
export interface Subscription {
  /** The partitions that it has now. What costs a question is asked now and then, not at this call. */
  lags(): readonly PartitionLag[];
  /** Whether everything flows: it has come into its group, and its subscriber takes what it is given. */
  isDelivering(): boolean;
  /** Ends after the batch at hand. */
  stop(): Promise<void>;
}

/** For how long a log keeps the records of its topics. */
export interface LogRetention {
  /**
   * From now on no record of the topic is kept for longer than so many milliseconds, those that lie in it already
   * included; never for longer than the log keeps records of any topic. Removing them takes its time.
   */
  keepFor(deadline: Deadline, topic: string, retentionMs: number): Promise<void>;
}

/** The durable log between the edge and the resolver. */
export interface EventLog {
  /**
   * Appends all records of one topic; returns only when they are durable. Concurrent calls share batches.
   * Throws `Unavailable` when that is not known by the deadline; the records may then be there or not.
   */
  append(deadline: Deadline, topic: string, records: readonly LogRecord[]): Promise<void>;
  subscribe(topic: string, group: string, subscriber: LogSubscriber): Promise<Subscription>;
}
