import type { AccountName } from '@kith/domain/pipeline';
import type { ChangeEvent, Device, Profile, Umid } from '@kith/domain/identity';
import type { SuppressionKey } from '@kith/domain/privacy';
import type { Activity, DeadLetter, EventId, TrackedEvent } from '@kith/domain/tracking';
import type { Deadline, Scope } from './scope.ts';

/** What the sink must know before it folds events into activity. */
export interface TrackingState {
  /** Those of the asked ids that are stored already. */
  readonly knownEvents: ReadonlySet<EventId>;
  readonly activities: ReadonlyMap<Umid, Activity>;
}

/**
 * A visitor whose first sight came through the log. Nothing of it is written where the umid is known; the device, where
 * the umdid is unknown as well: a device that was bound elsewhere in the meantime stays there.
 */
export interface Newcomer {
  readonly profile: Profile;
  readonly device: Device;
  readonly change: ChangeEvent;
}

/** What one batch of the log does to one account. */
export interface TrackingWrites {
  readonly newcomers: readonly Newcomer[];
  readonly events: readonly TrackedEvent[];
  /**
   * The activity as it stands with the events in it, per umid of the moment. Where it goes on with none (`continued`),
   * there must be none by now, or the batch is `stale`: somebody else was the first.
   */
  readonly activities: ReadonlyMap<Umid, Activity>;
  /** Keys that must not be suppressed by now, or the batch is `stale`: somebody of it was erased in the meantime. */
  readonly unsuppressed?: readonly SuppressionKey[];
  /** How often something may have been suppressed by now, or the batch is `stale`: others of it were looked after before. */
  readonly timesSuppressed?: number;
  /**
   * The stored activities that were gone on with, as they were read: each must be there still, of as many events and
   * recounted as often, or the batch is `stale`: the visitor expired, or somebody else was faster.
   */
  readonly continued?: ReadonlyMap<Umid, Pick<Activity, 'events' | 'recounted'>>;
}

/** How far a batch takes its partition. */
export interface PartitionMove {
  readonly topic: string;
  readonly partition: number;
  /** The position that must be stored until then: it fences a consumer that lost its partition. */
  readonly from: number;
  readonly to: number;
}

/** Batches of one or several partitions, each once: their effects and the positions that follow, in one transaction. */
export interface TrackingCommit {
  readonly moves: readonly PartitionMove[];
  readonly writes: ReadonlyMap<AccountName, TrackingWrites>;
  /** Records of the batches that can never be processed. */
  readonly deadLetters?: readonly DeadLetter[];
}

/** Outcome of recording batches. */
export type TrackingOutcome =
  | 'recorded'
  | 'fenced'
  | 'stale'
  /** The store answers, and will never take this: what is in the batch does not fit into it. */
  | { readonly kind: 'refused'; readonly why: string };

/** Where an event stands among those of its umid. */
export type EventPlace = Pick<TrackedEvent, 'time' | 'id'>;

/** Where tracking events come to rest, with effect exactly once (docs/behaviour.md#exactly-once). */
export interface TrackingStore {
  /** The position of the next record to read; 0 where none was ever stored. */
  position(deadline: Deadline, topic: string, partition: number): Promise<number>;
  state(scope: Scope, eventIds: readonly EventId[], umids: readonly Umid[]): Promise<TrackingState>;
  /**
   * Applies all of the batches and moves the positions, or nothing: `fenced` where one of the positions is another,
   * `stale` where one of the events has been stored since, by another partition, or an activity is another one by now, or
   * somebody of the batches was erased or expired: they were folded for nothing; `refused` where something of them can
   * never be stored, alone or with others.
   */
  record(deadline: Deadline, commit: TrackingCommit): Promise<TrackingOutcome>;
  /**
   * The stored events of a umid, newest first, behind `after`; without those that were received before `receivedFrom`
   * and wait for their removal.
   */
  events(
    scope: Scope,
    umid: Umid,
    limit: number,
    from?: { readonly after?: EventPlace; readonly receivedFrom?: number },
  ): Promise<readonly TrackedEvent[]>;
}
