import { DEAD_LETTER_TOPIC, encodeDeadLetter } from '@kith/contracts';
import type { DeadLetter } from '@kith/domain/tracking';
import type { Deadline, EventLog } from '@kith/ports';

/** Needed to tell of dead letters. */
export interface AppendDeadLettersDeps {
  readonly log: Pick<EventLog, 'append'>;
  readonly callDeadline: () => Deadline;
}

/** Tells of the dead letters of one partition. */
export interface PartitionDeadLetters {
  /** Appends those that it has not appended yet. */
  append(deadLetters: readonly DeadLetter[]): Promise<void>;
  /** The partition's position is known: what lies before it never comes again, and is forgotten. */
  reached(position: number): void;
}

/** More than a batch has records; where more are poison, the others are appended with each delivery. */
const MAX_REMEMBERED = 1_000;

/**
 * Appends the dead letters of a partition to the dead-letter topic, each once as long as this process lives, however often
 * its batch is delivered. Where that is not known, after a kill or an append without an answer, it is appended again,
 * with the same id: the dead letters that wait are those of the store.
 */
export const appendDeadLetters = ({ log, callDeadline }: AppendDeadLettersDeps): PartitionDeadLetters => {
  const appended = new Set<number>();
  const remember = ({ position }: DeadLetter): void => {
    if (appended.size < MAX_REMEMBERED) appended.add(position);
  };
  return {
    async append(deadLetters) {
      const fresh = deadLetters.filter(({ position }) => !appended.has(position));
      if (fresh.length === 0) return;
      const records = fresh.map((one) => ({ key: one.key, value: encodeDeadLetter(one) }));
      await log.append(callDeadline(), DEAD_LETTER_TOPIC, records);
      fresh.forEach(remember);
    },
    reached(position) {
      for (const one of appended) if (one < position) appended.delete(one);
    },
  };
};
