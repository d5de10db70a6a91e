import type { FailedDelivery, QueuedDelivery, QueueName, SharedRecord } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Deadline, Scope } from './scope.ts';

/** A destination of an account; its name is unique there. */
export interface DestinationPlace {
  readonly account: AccountName;
  readonly destination: string;
}

/** What is kept of every destination. */
export interface DestinationStores {
  /** The store of one destination; making it asks nothing of the database. */
  of(place: DestinationPlace): DestinationStore;
  /** The destinations of the account with shared records, configured or not; costs a step for each of them. */
  withSharedRecords(scope: Scope): Promise<readonly string[]>;
}

/** What is kept of one destination, by role. Everything is durable before a call returns. */
export interface DestinationStore {
  readonly lease: DestinationLease;
  readonly control: DestinationControl;
  readonly intake: DestinationIntake;
  readonly retries: RetryQueues;
  readonly failures: FailedDeliveries;
  readonly shared: SharedRecords;
}

/** That one process at a time takes care of the destination: for the keeper. */
export interface DestinationLease {
  /**
   * Whether the lease is the holder's for so many milliseconds from now on. Whoever is killed has it until then; the same
   * holder gets it again at once.
   */
  acquire(deadline: Deadline, holder: string, forMs: number): Promise<boolean>;
  /** Gives it back, where it is the holder's. */
  release(deadline: Deadline, holder: string): Promise<void>;
}

/** Where a destination stands. */
export interface DestinationState {
  readonly isPaused: boolean;
  /** What happened before is not delivered; epoch milliseconds. */
  readonly since: number;
  /** The same for what no round has taken yet: never later than `since`, so that nothing that is still to come is left out. */
  readonly owedSince: number;
  /** Grows whenever the destination begins again at another time: positions of before are worth nothing. */
  readonly round: number;
  /** The time of the newest record that was taken, by topic; epoch milliseconds. */
  readonly takenAt: Readonly<Record<string, number>>;
  /** By which rules everybody of whom something was shared was last reviewed; null where that has to be done. */
  readonly reviewed: string | null;
}

/** How many deliveries a destination holds. */
export interface DeliveryCounts {
  readonly waiting: number;
  readonly failed: number;
}

/** Whether the destination is to be delivered to, and from when on: what commands say, and the keeper heeds. */
export interface DestinationControl {
  /** null where nobody has opened it yet, or said anything of it. */
  state(deadline: Deadline): Promise<DestinationState | null>;
  /** The state; made where there is none. */
  open(deadline: Deadline, first: Pick<DestinationState, 'isPaused' | 'since'>): Promise<DestinationState>;
  /** Whoever keeps it heeds that within seconds. Makes the state where there is none, with that `since`. */
  setPaused(deadline: Deadline, isPaused: boolean, since: number): Promise<void>;
  /**
   * Begins again: everything that the log still has and that happened since then is delivered once more. What was not
   * taken yet is delivered in any case.
   */
  restart(deadline: Deadline, since: number): Promise<void>;
  /** By which rules everybody was reviewed; null: the log has lost what would have told of somebody. */
  setReviewed(deadline: Deadline, rules: string | null): Promise<void>;
  /** Counts them one by one: not to be asked many times a second. */
  counts(deadline: Deadline): Promise<DeliveryCounts>;
}

/** How far a destination has taken a partition. */
export interface PartitionProgress {
  /** The position of the next record to take; 0 where none was ever taken in this round. */
  readonly position: number;
  /** The position up to which rounds of before have taken it; 0 where none has. */
  readonly takenBefore: number;
}

/** What came of a part of a batch: its deliveries were made, dropped or are queued here; then the position moves. */
export interface TakenPart {
  readonly topic: string;
  readonly partition: number;
  readonly round: number;
  /** The position that must be stored until then: it fences who lost the destination, or its round. */
  readonly from: number;
  readonly to: number;
  /** The time of the newest record of the part; null for none. */
  readonly takenAt: number | null;
  readonly queued: readonly RetryEntry[];
  readonly failed: readonly FailedDelivery[];
}

/** A delivery to be put behind the others of its queue. */
export interface RetryEntry {
  readonly delivery: QueuedDelivery;
  /** Epoch milliseconds; null: whenever the queue is due, at once where it is empty. */
  readonly dueAt: number | null;
}

/** How far the log was taken: for the taker. */
export interface DestinationIntake {
  progress(deadline: Deadline, topic: string, partition: number): Promise<PartitionProgress>;
  /** Queues deliveries, keeps failed ones and moves the position, or nothing: `fenced` where position or round is another. */
  commit(deadline: Deadline, part: TakenPart): Promise<'taken' | 'fenced'>;
}

/** A queue whose first delivery is to be tried. */
export interface DueQueue {
  readonly queue: QueueName;
  readonly dueAt: number;
}

/** What came of trying the first deliveries of a queue. */
export interface QueueProgress {
  readonly queue: QueueName;
  /** Sequences of deliveries that have left it: delivered, dropped or among the failed. */
  readonly gone: readonly string[];
  /** Given up in the same moment. */
  readonly failed: readonly FailedDelivery[];
  /** A delivery that stays, as it is after its try; null for none. */
  readonly tried: QueuedDelivery | null;
  /** When what is left in the queue is due. */
  readonly dueAt: number;
}

/** What waits for another try: for the deliverer. */
export interface RetryQueues {
  /** The queues of these umids in which deliveries wait. */
  occupied(deadline: Deadline, umids: readonly Umid[]): Promise<ReadonlySet<QueueName>>;
  /** Queues that are due by then, the longest due first. */
  due(deadline: Deadline, by: number, limit: number): Promise<readonly DueQueue[]>;
  /** The first deliveries of a queue, in their order. */
  first(deadline: Deadline, queue: QueueName, limit: number): Promise<readonly QueuedDelivery[]>;
  /** The first delivery of each of the queues that are due first: what waits, and why. */
  heads(deadline: Deadline, limit: number): Promise<readonly QueuedDelivery[]>;
  proceed(deadline: Deadline, progress: QueueProgress): Promise<void>;
}

/** Which of the failed deliveries are asked for: the oldest first. */
export interface FailedPage {
  /** Behind that one, which may be gone by now. */
  readonly after?: { readonly failedAt: number; readonly id: string };
  readonly limit: number;
}

/** Which of the failed deliveries are put back, the oldest first; `ids` absent: any. */
export interface FailedReplay {
  readonly ids?: readonly string[];
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly dueAt: number;
}

/** The dead letters of the destination: for commands, and for the keeper, who tidies up. */
export interface FailedDeliveries {
  page(deadline: Deadline, page: FailedPage): Promise<readonly FailedDelivery[]>;
  /** Puts them back into their queues; how many. */
  replay(deadline: Deadline, replay: FailedReplay): Promise<number>;
  /** Removes those that failed before then; how many, at most `limit`. */
  removeBefore(deadline: Deadline, failedBefore: number, limit: number): Promise<number>;
}

/** Of whom the destination knows something: for the deliverer, the remover and the reviewer. */
export interface SharedRecords {
  find(deadline: Deadline, umids: readonly Umid[]): Promise<ReadonlyMap<Umid, SharedRecord>>;
  /** Stores what is about to be shared, in the place of the records of the same umids. */
  save(deadline: Deadline, records: readonly SharedRecord[]): Promise<void>;
  /** The destination was told to forget the person: the record goes, unless it is of another time by now. */
  remove(deadline: Deadline, record: Pick<SharedRecord, 'umid' | 'since'>): Promise<void>;
  /** By umid, behind that one. */
  page(deadline: Deadline, after: Umid | null, limit: number): Promise<readonly SharedRecord[]>;
  /** How many there are, counted one by one, `max` at most. */
  count(deadline: Deadline, max: number): Promise<number>;
}
