import type { LogBatch, LogRecord } from './event-log.ts';
import type { Deadline } from './scope.ts';

/** Number, size and age of the records that wait in a spool. */
export interface SpoolContents {
  readonly records: number;
  /** Their size on the disk. */
  readonly bytes: number;
  /** When the oldest of them was added, in epoch milliseconds; null where nothing waits. */
  readonly oldestAt: number | null;
}

/** Records on the disk of one process that wait for a log which does not answer. */
export interface Spool {
  /**
   * Adds all records of one topic behind those that wait, or none of them: `full` where they do not fit. Returns only
   * when they are synced to the disk; concurrent calls share that. Throws `Unavailable` when it is not known by the
   * deadline whether they are there.
   */
  add(deadline: Deadline, topic: string, records: readonly LogRecord[]): Promise<'added' | 'full'>;
  /** The oldest records of a topic, in order, as many as fit into a batch; null where nothing waits. */
  oldest(): Promise<LogBatch | null>;
  /** Removes the records of a batch that `oldest` gave, or the first of them. Returns only when they do not come back. */
  remove(batch: LogBatch): Promise<void>;
  /** What waits; what waited at the end where it is closed. */
  contents(): SpoolContents;
}
