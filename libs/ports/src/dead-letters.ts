import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { DeadLetterId, ListedDeadLetter, WaitingDeadLetter } from '@kith/domain/tracking';
import type { Attributed } from './administration.ts';
import type { Deadline } from './scope.ts';

/** Which of the waiting dead letters are asked for: in the order of topic, partition and position. */
export interface DeadLetterPage {
  /** Those that name this account; without it all, also those that name none. */
  readonly account?: AccountName;
  /** Those whose key names this umid, whatever account they name. */
  readonly umid?: Umid;
  /** Behind that one, which may be gone by now. */
  readonly after?: DeadLetterId;
  readonly limit: number;
}

/**
 * Where dead letters wait. They come here with `TrackingCommit`, once each, and leave by themselves when they expire.
 */
export interface DeadLetterStore {
  list(deadline: Deadline, page: DeadLetterPage): Promise<readonly ListedDeadLetter[]>;
  /** Those that are there, in the order of the ids. */
  read(deadline: Deadline, ids: readonly DeadLetterId[]): Promise<readonly WaitingDeadLetter[]>;
  /** Counts for each digest that a replay begins; remembered until then (epoch milliseconds). */
  noteReplays(deadline: Deadline, digests: readonly string[], until: number): Promise<void>;
  /** Removes them; how many were there. */
  remove(deadline: Deadline, ids: readonly DeadLetterId[]): Promise<number>;
  /** Removes those that were buried before then (epoch milliseconds): they are not kept for as long any more. */
  removeBefore(deadline: Deadline, buriedBefore: number): Promise<void>;
}

/** Outcome of replaying or dropping a dead letter. */
export interface DeadLetterOutcome {
  readonly id: DeadLetterId;
  readonly kind:
    | 'replayed'
    | 'dropped'
    /** No such letter waits. */
    | 'unknown'
    /** Its original was not kept, or is no text: it cannot be replayed. */
    | 'unfit';
}

/** Some of the waiting dead letters. */
export interface NamedDeadLetters {
  readonly ids: readonly DeadLetterId[];
}

/**
 * What an administrator asks about dead letters. All calls reject with `Unavailable` where a store or the log does not
 * answer.
 */
export interface DeadLetterAdministration {
  list(deadline: Deadline, page: DeadLetterPage): Promise<readonly ListedDeadLetter[]>;
  /** null where no such dead letter waits. */
  show(
    deadline: Deadline,
    which: { readonly id: DeadLetterId },
  ): Promise<{ readonly letter: WaitingDeadLetter | null }>;
  /**
   * Appends the originals to the topic that they came from, in the order of the ids, and removes the dead letters. One
   * that was stored already changes nothing; one that is poison again becomes a dead letter again.
   */
  replay(
    deadline: Deadline,
    deadLetters: NamedDeadLetters & Attributed,
  ): Promise<readonly DeadLetterOutcome[]>;
  /** Removes the dead letters for good. */
  drop(deadline: Deadline, deadLetters: NamedDeadLetters & Attributed): Promise<readonly DeadLetterOutcome[]>;
}
