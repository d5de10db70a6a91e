import { DEAD_LETTER_TOPIC, encodeDeadLetter } from '@kith/contracts';
import type { DeadLetter } from '@kith/domain/tracking';
import type { Deadline, EventLog } from '@kith/ports';

export interface Burying {
  readonly log: Pick<EventLog, 'append'>;
  readonly callDeadline: () => Deadline;
}

/** Tells of the dead letters of one partition. */
export interface PartitionBurial {
  /** Appends those letters that it has not appended yet. */
  bury(letters: readonly DeadLetter[]): Promise<void>;
  /** The partition's position is known: what lies before it never comes again, and is forgotten. */
  reached(position: number): void;
}

/** More than a batch has records; where more are poison, the others are appended with each delivery. */
const MOST_REMEMBERED = 1_000;

/**
 * Appends the letters of a partition to the dead-letter topic, each once as long as this process lives, however often
 * its batch is delivered. Where that is not known, after a kill or an append without an answer, it is appended again,
 * with the same id: the letters that wait are those of the store.
 */
export const buryOnce = ({ log, callDeadline }: Burying): PartitionBurial => {
  const buried = new Set<number>();
  const remember = ({ position }: DeadLetter): void => {
    if (buried.size < MOST_REMEMBERED) buried.add(position);
  };
  return {
    async bury(letters) {
      const fresh = letters.filter(({ position }) => !buried.has(position));
      if (fresh.length === 0) return;
      const records = fresh.map((letter) => ({ key: letter.key, value: encodeDeadLetter(letter) }));
      await log.append(callDeadline(), DEAD_LETTER_TOPIC, records);
      fresh.forEach(remember);
    },
    reached(position) {
      for (const one of buried) if (one < position) buried.delete(one);
    },
  };
};
