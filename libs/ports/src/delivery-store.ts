import type { FailedParcel, Given, LaneName, WaitingParcel } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import type { Scope } from './scope.ts';

/** Where a destination of an account stands; the name of the destination is unique within the scope's account. */
export interface DestinationState {
  readonly isPaused: boolean;
  /** What happened before is not handed on; epoch milliseconds. */
  readonly since: number;
  /** The same for what no round has taken yet: never later than `since`, so that nothing that is still to come is left out. */
  readonly owedSince: number;
  /** Grows whenever the destination begins again at another time: positions of before are worth nothing. */
  readonly round: number;
  /** The time of the newest record that was taken, by topic; epoch milliseconds. */
  readonly takenAt: Readonly<Record<string, number>>;
  /** By which rules everybody who was given something was last looked at; null where that has to be done. */
  readonly reviewed: string | null;
}

/** How much a destination holds. */
export interface DeliveryCounts {
  readonly waiting: number;
  readonly failed: number;
}

/** What a destination knows about some umids. */
export interface DeliveryLook {
  /** Lanes in which parcels wait. */
  readonly waiting: ReadonlySet<LaneName>;
  readonly given: ReadonlyMap<Umid, Given>;
}

/** A parcel to be put behind the others of its lane. */
export interface Parking {
  readonly parcel: WaitingParcel;
  /** Epoch milliseconds; null: whenever the lane is due, at once where it is empty. */
  readonly dueAt: number | null;
}

/** What came of a part of a batch: its parcels have been delivered, dropped or are parked here; then the position moves. */
export interface DeliveryTaking {
  readonly topic: string;
  readonly partition: number;
  readonly round: number;
  /** The position that must be stored until then: it fences who lost the destination, or its round. */
  readonly from: number;
  readonly to: number;
  /** The time of the newest record of the part; null for none. */
  readonly takenAt: number | null;
  readonly parked: readonly Parking[];
  readonly failed: readonly FailedParcel[];
}

/** A lane whose first parcel is to be tried. */
export interface DueLane {
  readonly lane: LaneName;
  readonly dueAt: number;
}

/** What came of trying the first parcels of a lane. */
export interface LaneProgress {
  readonly lane: LaneName;
  /** Places of parcels that have left it: delivered, dropped or among the failed. */
  readonly gone: readonly string[];
  /** Laid aside in the same moment. */
  readonly failed: readonly FailedParcel[];
  /** A parcel that stays, as it is after its try; null for none. */
  readonly tried: WaitingParcel | null;
  /** When what is left in the lane is due. */
  readonly dueAt: number;
}

/** Which of the failed are asked for: the oldest first. */
export interface FailedPage {
  /** Behind that one, which may be gone by now. */
  readonly after?: { readonly failedAt: number; readonly id: string };
  readonly limit: number;
}

/** Who takes care of a destination, and whether it is to be taken care of: what commands ask and say. */
export interface DestinationRegister {
  /** null where nobody has taken care of it yet, or said anything of it. */
  state(scope: Scope, destination: string): Promise<DestinationState | null>;
  /** Counts them one by one: not to be asked many times a second. */
  counts(scope: Scope, destination: string): Promise<DeliveryCounts>;
  /** The lanes that are due first: what waits, and why. */
  waiting(scope: Scope, destination: string, limit: number): Promise<readonly WaitingParcel[]>;
  failed(scope: Scope, destination: string, page: FailedPage): Promise<readonly FailedParcel[]>;
  /** Whoever takes care of it heeds that within seconds. Makes the state where there is none, with that `since`. */
  setPaused(scope: Scope, destination: string, isPaused: boolean, since: number): Promise<void>;
  /** Puts failed parcels, the oldest first, back into their lanes, due at that time; how many. `ids` absent: any. */
  replayFailed(
    scope: Scope,
    destination: string,
    replay: { readonly ids?: readonly string[]; readonly limit: number; readonly dueAt: number },
  ): Promise<number>;
  /**
   * Begins again: everything that the log still has and that happened since then is handed on once more. What was not
   * taken yet is handed on in any case.
   */
  beginAgain(scope: Scope, destination: string, since: number): Promise<void>;
}

/** How far a destination has taken a partition. */
export interface PartitionReached {
  /** The position of the next record to take; 0 where none was ever taken in this round. */
  readonly position: number;
  /** The position up to which rounds of before have taken it; 0 where none has. */
  readonly takenBefore: number;
}

/** What is on its way to destinations, and what they have been given. Everything is durable before a call returns. */
export interface DeliveryStore extends DestinationRegister {
  /**
   * Whether the destination is the holder's for so many milliseconds from now on: one at a time takes care of it. Whoever
   * is killed holds it until then; the same holder has it again at once.
   */
  hold(scope: Scope, destination: string, holder: string, forMs: number): Promise<boolean>;
  /** Gives it back, where it is the holder's. */
  release(scope: Scope, destination: string, holder: string): Promise<void>;
  /** The state; made where there is none. */
  open(
    scope: Scope,
    destination: string,
    first: Pick<DestinationState, 'isPaused' | 'since'>,
  ): Promise<DestinationState>;
  /** Notes by which rules everybody was looked at; null: the log has lost what would have told of somebody. */
  noteReviewed(scope: Scope, destination: string, rules: string | null): Promise<void>;
  /** How far a partition was taken. */
  reached(scope: Scope, destination: string, topic: string, partition: number): Promise<PartitionReached>;
  look(scope: Scope, destination: string, umids: readonly Umid[]): Promise<DeliveryLook>;
  /** Notes what is about to be given, in the place of the notes of the same umids. */
  noteGiven(scope: Scope, destination: string, given: readonly Given[]): Promise<void>;
  /** The destination was told to forget the person: the note goes, unless it is of another time by now. */
  forgetGiven(scope: Scope, destination: string, given: Pick<Given, 'umid' | 'since'>): Promise<void>;
  /** Notes by umid, behind that one. */
  givenPage(scope: Scope, destination: string, after: Umid | null, limit: number): Promise<readonly Given[]>;
  /** The destinations of the account of which there are notes, configured or not; costs a step for each of them. */
  notedDestinations(scope: Scope): Promise<readonly string[]>;
  /** How many notes there are of a destination, counted one by one, `most` at most. */
  countGiven(scope: Scope, destination: string, most: number): Promise<number>;
  /** Parks, lays aside and moves the position, or nothing: `fenced` where position or round is another. */
  take(scope: Scope, destination: string, taking: DeliveryTaking): Promise<'taken' | 'fenced'>;
  /** Lanes that are due by then, the longest due first. */
  due(scope: Scope, destination: string, by: number, limit: number): Promise<readonly DueLane[]>;
  /** The first parcels of a lane, in their order. */
  lane(scope: Scope, destination: string, lane: LaneName, limit: number): Promise<readonly WaitingParcel[]>;
  proceed(scope: Scope, destination: string, progress: LaneProgress): Promise<void>;
  /** Removes failed parcels that were laid aside before then; how many, at most `limit`. */
  removeFailedBefore(scope: Scope, destination: string, failedBefore: number, limit: number): Promise<number>;
}
