import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { LetterId, ListedLetter, WaitingLetter } from '@kith/domain/tracking';
import type { Attributed } from './administration.ts';
import type { Deadline } from './scope.ts';

/** Which of the waiting letters are asked for: in the order of topic, partition and position. */
export interface LetterPage {
  /** Those that name this account; without it all, also those that name none. */
  readonly account?: AccountName;
  /** Those whose key names this umid, whatever account they name. */
  readonly umid?: Umid;
  /** Behind that one, which may be gone by now. */
  readonly after?: LetterId;
  readonly limit: number;
}

/** Where dead letters wait. They come here with `TrackingCommit`, once each, and leave by themselves when they expire. */
export interface DeadLetterStore {
  letters(deadline: Deadline, page: LetterPage): Promise<readonly ListedLetter[]>;
  /** Those that are there, in the order of the ids. */
  readLetters(deadline: Deadline, ids: readonly LetterId[]): Promise<readonly WaitingLetter[]>;
  /** Counts for each digest that a replay begins; remembered until then (epoch milliseconds). */
  noteReplays(deadline: Deadline, digests: readonly string[], until: number): Promise<void>;
  /** Removes them; how many were there. */
  removeLetters(deadline: Deadline, ids: readonly LetterId[]): Promise<number>;
  /** Removes those that were buried before then (epoch milliseconds): they are not kept for as long any more. */
  removeLettersBefore(deadline: Deadline, buriedBefore: number): Promise<void>;
}

/** Outcome of replaying or dropping a dead letter. */
export interface LetterOutcome {
  readonly id: LetterId;
  readonly kind:
    | 'replayed'
    | 'dropped'
    /** No such letter waits. */
    | 'unknown'
    /** Its original was not kept, or is no text: it cannot be replayed. */
    | 'unfit';
}

/** Some of the waiting letters. */
export interface NamedLetters {
  readonly ids: readonly LetterId[];
}

/** What an administrator asks about dead letters. All calls reject with `Unavailable` where a store or the log does not answer. */
export interface DeadLetterAdministration {
  list(deadline: Deadline, page: LetterPage): Promise<readonly ListedLetter[]>;
  /** null where no such letter waits. */
  show(
    deadline: Deadline,
    which: { readonly id: LetterId },
  ): Promise<{ readonly letter: WaitingLetter | null }>;
  /**
   * Appends the originals to the topic that they came from, in the order of the ids, and removes the letters. One that
   * was stored already changes nothing; one that is poison again becomes a letter again.
   */
  replay(deadline: Deadline, letters: NamedLetters & Attributed): Promise<readonly LetterOutcome[]>;
  /** Removes the letters for good. */
  drop(deadline: Deadline, letters: NamedLetters & Attributed): Promise<readonly LetterOutcome[]>;
}
